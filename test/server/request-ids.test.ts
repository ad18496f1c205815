import { sql } from "kysely";
import { expect, test } from "vitest";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const OURS = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

test.each([
  { trustProxy: 0 as const, isTaken: false },
  { trustProxy: 1 as const, isTaken: true },
])("an error response names its request; a proxy's id counts if it is trusted ($trustProxy)", async (given) => {
  const { app } = await startTestApp(await openSqliteForTest(), { trustProxy: given.trustProxy });
  const idOf = async (url: string, id?: string) =>
    (await app.inject({ url, headers: id ? { "x-request-id": id } : {} })).headers["x-request-id"];

  const [first, second] = [await idOf("/api/nothing/"), await idOf("/api/nothing/")];
  expect(first).toMatch(OURS);
  expect(second).not.toBe(first);
  expect(await idOf("/api/nothing/", "proxy-1.a:b_c")).toEqual(
    given.isTaken ? "proxy-1.a:b_c" : expect.stringMatching(OURS),
  );
  for (const bad of ["a b", '"quoted"', "x".repeat(65), "{}"]) expect(await idOf("/api/nothing/", bad)).toMatch(OURS);
  expect(await idOf("/about"), "what caches keep is nobody's request").toBeUndefined();
  expect(await idOf("/api/articles/")).toBeUndefined();
});

test("every log line of a failed request carries the id that its response names", async () => {
  const logged: string[] = [];
  const { app, store } = await startTestApp(await openSqliteForTest(), { logLine: (line) => logged.push(line) });
  await sql`alter table category rename to category_before`.execute(store.database.db);
  const ids: unknown[] = [];
  for (const url of ["/api/categories/", "/", "/about"]) {
    const { statusCode, headers } = await app.inject(url);
    expect(statusCode, url).toBeGreaterThanOrEqual(500);
    ids.push(headers["x-request-id"]);
  }
  const failed = logged
    .map((line) => JSON.parse(line) as { level: number; msg: string; requestId?: string })
    .filter(({ level }) => level === 50);
  const messagesOf = (id: unknown) => new Set(failed.filter(({ requestId }) => requestId === id).map(({ msg }) => msg));
  expect(messagesOf(ids[0])).toEqual(new Set(["request failed"]));
  for (const id of ids.slice(1)) expect(messagesOf(id)).toContain("a read for a page failed");
  expect(messagesOf(undefined)).toEqual(new Set());
});
