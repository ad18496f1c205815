import { describe, expect, test } from "vitest";
import type { HomeOrder } from "#features/articles/home/endpoints.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startStaff } from "#test/support/staff.ts";

async function start() {
  const desk = await startDesk(openSqliteForTest);
  const url = editorApiUrl.homeOrder();
  return {
    ...desk,
    arrange: (payload: object, ifMatch?: string) =>
      desk.call({ method: "PUT", url, payload, ...(ifMatch && { ifMatch }) }),
    read: async () => {
      const { body, headers } = await desk.call({ method: "GET", url });
      return { order: body as HomeOrder, etag: String(headers.etag) };
    },
  };
}

describe("an order that is refused", () => {
  test("for an article that is gone names the lists that have it, and changes no switch of the others", async () => {
    const { arrange, call, read, publishOne } = await start();
    const id = await publishOne();
    const { status, body } = await arrange({ lead: [{ id }, { id: 999 }], picks: [{ id: 999 }] });
    expect([status, body.errors]).toEqual([400, { lead: "Article 999 not found.", picks: "Article 999 not found." }]);
    expect((await call({ method: "GET", url: apiUrl.article(id) })).body.is_featured).toBe(false);
    expect((await read()).order).toEqual({ lead: [], picks: [], hides_repeats: false });
  });

  test("for its version changes no switch either, and is not in the log", async () => {
    const { arrange, call, read, publishOne } = await start();
    const [one, other] = [await publishOne(), await publishOne()];
    const { etag } = await read();
    await arrange({ lead: [{ id: one }], picks: [] }, etag);
    expect((await arrange({ lead: [{ id: other }], picks: [] }, etag)).status).toBe(409);
    expect((await call({ method: "GET", url: apiUrl.article(other) })).body.is_featured).toBe(false);
    const entries = (await call({ method: "GET", url: editorApiUrl.audit({ action: "home.arrange" }) })).body;
    expect(entries).toHaveLength(1);
  });

  test("names what is wrong, by list and place in it", async () => {
    const { arrange } = await start();
    const many = Array.from({ length: 31 }, (_, at) => ({ id: at + 1 }));
    for (const [payload, field, words] of [
      [{ lead: [{ id: 1 }, { id: 1 }], picks: [] }, "lead", "only once"],
      [{ lead: [], picks: [{ id: 1, ends_at: "2026-02-30T00:00:00Z" }] }, "picks.0.ends_at", "ISO"],
      [{ lead: [1], picks: [] }, "lead.0", "object with id"],
      [{ lead: { id: 1 }, picks: [] }, "lead", "must be a list"],
      [{ lead: [], picks: many }, "picks", "at most 30"],
    ] as const) {
      const { status, body } = await arrange(payload);
      expect([words, status, body.errors]).toEqual([
        ...[words, 400, expect.objectContaining({ [field]: expect.stringContaining(words) })],
      ]);
    }
  });
});

test("of several orders from one version at once, one is stored", async () => {
  const { arrange, read, publishOne } = await start();
  const ids = [await publishOne(), await publishOne(), await publishOne()];
  const { etag } = await read();
  const answers = await Promise.all(ids.map((id) => arrange({ lead: [{ id }], picks: [] }, etag)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const stored = answers.findIndex(({ status }) => status === 200);
  const places = (await read()).order.lead.map(({ id, place }) => [id, place]);
  expect(places).toEqual([[ids[stored], "arranged"]]);
});

test("an end that is past already leaves the article out from the beginning", async () => {
  const { app, arrange, publishOne, clock } = await start();
  const id = await publishOne();
  const ends_at = new Date(clock.now()).toISOString();
  const { body } = await arrange({ lead: [{ id, ends_at }], picks: [] });
  expect(body.lead).toMatchObject([{ id, place: "ended", ends_at }]);
  expect((await app.inject(apiUrl.featured())).json()).toEqual([]);
});

test("a place of its own for an article that readers do not see yet: they see it when it is published", async () => {
  const { app, arrange, call, publishOne } = await start();
  const id = await publishOne({ status: "ready", publishedAt: null });
  await arrange({ lead: [{ id }], picks: [] });
  const featured = async () => (await app.inject(apiUrl.featured())).json<{ id: number }[]>().map((one) => one.id);
  expect(await featured()).toEqual([]);
  await call({ method: "POST", url: editorApiUrl.publish(id) });
  expect(await featured()).toEqual([id]);
});

test("a writer may neither see nor change it", async () => {
  const { as } = await startStaff(openSqliteForTest);
  const url = editorApiUrl.homeOrder();
  const refused = [await as("writer", "GET", url), await as("writer", "PUT", url, { lead: [], picks: [] })];
  expect(refused.map(({ status, body }) => [status, body.detail.includes("home.arrange")])).toEqual([
    [403, true],
    [403, true],
  ]);
});
