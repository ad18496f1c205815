import { expect, test } from "vitest";
import { readNewsroom } from "#features/settings/queries.ts";
import { longDateOf } from "#shared/dates.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines } from "#test/support/engines.ts";

const url = editorApiUrl.newsroom();
const ADDRESS = "The Jarida\nP.O. Box 12, Nairobi\nKenya";

describeOnEngines("the newsroom's settings", (open) => {
  test("are UTC and no address at first, and what an editor saves is the same for all", async () => {
    const { call, callAsColleague, app, database } = await startDesk(open);
    const first = { time_zone: "UTC", postal_address: "" };
    expect((await call({ method: "GET", url })).body).toEqual(first);
    const payload = { time_zone: "Africa/Nairobi", postal_address: ADDRESS };
    const saved = await call({ method: "PUT", url, payload });
    expect(saved).toMatchObject({ status: 200, body: payload });
    expect((await callAsColleague("GET", url)).body).toEqual(payload);
    expect(await readNewsroom(database.db)).toEqual(payload);
    expect((await app.inject(url)).statusCode).toBe(401);
  });

  test("keep what is left out, and a stale edit is refused", async () => {
    const { call, callAsColleague } = await startDesk(open);
    const opened = await call({ method: "GET", url });
    await callAsColleague("PUT", url, { postal_address: `  ${ADDRESS.replaceAll("\n", "\r\n")}  ` });
    const ifMatch = String(opened.headers.etag);
    const stale = await call({ method: "PUT", url, ifMatch, payload: { time_zone: "Asia/Tokyo" } });
    expect(stale.status).toBe(409);
    const now = await call({ method: "PUT", url, payload: { time_zone: "Asia/Tokyo" } });
    expect(now.body).toEqual({ time_zone: "Asia/Tokyo", postal_address: ADDRESS });
  });

  test("refuse what they cannot be with a sentence that names the field, and keep what was", async () => {
    const { call } = await startDesk(open);
    const refuse = async (field: string, name: string, values: unknown[]) => {
      for (const value of values) {
        const refused = await call({ method: "PUT", url, payload: { [field]: value } });
        expect(refused.status).toBe(400);
        expect(refused.body.errors[field]).toMatch(new RegExp(`^${name} `));
      }
    };
    const zones = ["Africa/Nowhere", "+03:00", "", "U\u0000TC", `Etc/${"x".repeat(100_000)}`, 3, null];
    await refuse("time_zone", "Time zone", zones);
    await refuse("postal_address", "Postal address", ["x".repeat(501), "a\u0000b", "a\u001bb", ["Nairobi"], null]);
    expect((await call({ method: "GET", url })).body).toEqual({ time_zone: "UTC", postal_address: "" });
  });

  test("give readers' pages the newsroom's dates, on the next view", async () => {
    const { call, app, store, clock } = await startDesk(open);
    const at = Date.parse(new Date(clock.now()).toISOString().slice(0, 10)) - 30 * 60_000;
    const id = await publish(store, { publishedAt: at });
    const day = (shift: number) => longDateOf(at + shift);
    const page = async () => (await app.inject(`/article/${id}`)).body;
    expect(await page()).toContain(`>${day(0)}<`);
    await call({ method: "PUT", url, payload: { time_zone: "Africa/Nairobi" } });
    const moved = await page();
    expect(moved).toContain(`>${day(24 * 3_600_000)}<`);
    expect(moved).toContain("02:30 GMT+3");
    expect((await app.inject("/admin")).body).toContain('"timeZone":"Africa/Nairobi"');
  });

  test("take no others, and no body that is not an object", async () => {
    const { call } = await startDesk(open);
    expect((await call({ method: "PUT", url, payload: { time_zone: "UTC", colour: "red" } })).status).toBe(400);
    expect((await call({ method: "PUT", url, payload: [] })).status).toBe(400);
  });
});
