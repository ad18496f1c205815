import { expect, test } from "vitest";
import { apiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function start(open: OpenTestDatabase) {
  const clock = testClock();
  const database = await open();
  const { app } = await startTestApp(database, { clock });
  const { headers } = await startEditor(app, database);
  const put = async (id: number, payload: object) =>
    (await app.inject({ method: "PUT", url: apiUrl.article(id), payload, headers })).json();
  const create = async (fields: object) => {
    const payload = { title: "A title", category: "Tech", ...fields };
    return (await app.inject({ method: "POST", url: apiUrl.articles(), payload, headers })).json();
  };
  const statusFor = async (id: number) => (await app.inject(apiUrl.article(id))).statusCode;
  return { clock, put, create, statusFor, now: () => new Date(clock.now()).toISOString() };
}

describeOnEngines("the date of publication", (open) => {
  test.each([null, ""])("cleared (%j) on a scheduled article, publishes it now", async (published_date) => {
    const { clock, put, create, statusFor, now } = await start(open);
    const later = new Date(clock.now() + HOUR).toISOString();
    const { id } = await create({ status: "published", published_date: later });
    expect(await statusFor(id)).toBe(404);
    expect(await put(id, { published_date })).toMatchObject({ status: "published", published_date: now() });
    expect(await statusFor(id)).toBe(200);
    // What readers have seen keeps its date.
    const date = now();
    clock.advance(MINUTE);
    expect((await put(id, { published_date })).published_date).toBe(date);
  });

  test("cleared on a draft that had one, becomes the time of publishing", async () => {
    const { clock, put, create, now } = await start(open);
    for (const distance of [HOUR, -HOUR]) {
      const published_date = new Date(clock.now() + distance).toISOString();
      const { id } = await create({ status: "draft", published_date });
      expect((await put(id, { status: "published", published_date: null })).published_date).toBe(now());
    }
  });

  test("left out, stays as it is", async () => {
    const { clock, put, create, statusFor } = await start(open);
    const later = new Date(clock.now() + HOUR).toISOString();
    const { id } = await create({ status: "published", published_date: later });
    expect((await put(id, { title: "Still to come" })).published_date).toBe(later);
    expect(await statusFor(id)).toBe(404);
  });
});
