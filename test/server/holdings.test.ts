import { expect, test } from "vitest";
import type { AuditEntry } from "#features/audit/endpoints.ts";
import type { AccountExport } from "#features/personal-data/endpoints.ts";
import type { Holding } from "#features/record/holdings/endpoints.ts";
import { MAX_HOLDINGS } from "#features/record/holdings/rules.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { logIn } from "#test/support/editor.ts";
import { describeOnSqlite, type OpenTestDatabase } from "#test/support/engines.ts";

async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { app, call, colleague } = desk;
  const { access } = (await logIn(app, colleague)).json<{ access: string }>();
  const headers = { authorization: `Bearer ${access}` };
  const list = async () => (await call({ method: "GET", url: editorApiUrl.holdings() })).body as Holding[];
  return {
    ...desk,
    list,
    add: (payload: object) => call({ method: "POST", url: editorApiUrl.holdings(), payload }),
    change: (id: number, payload: object) => call({ method: "PATCH", url: editorApiUrl.holding(id), payload }),
    remove: (id: number) => call({ method: "DELETE", url: editorApiUrl.holding(id) }),
    asColleague: async (method: "GET" | "PATCH" | "DELETE", url: string, payload?: object) =>
      (await app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode,
  };
}

describeOnSqlite("the register of holdings", (open) => {
  test("is kept by everybody for themselves", async () => {
    const { add, change, remove, list, asColleague } = await start(open);
    expect(await list()).toEqual([]);
    const { status, body } = await add({ symbol: " btc ", from: "2025-03-01" });
    expect([status, body]).toEqual([
      201,
      { id: body.id, symbol: "BTC", from: "2025-03-01", to: null, is_current: true },
    ]);
    await add({ symbol: "1inch", from: "2024-02-29", to: "2024-03-01" });
    expect((await list()).map(({ symbol, is_current }) => [symbol, is_current])).toEqual([
      ["BTC", true],
      ["1INCH", false],
    ]);
    // Others' entries are not there for anybody else.
    for (const method of ["PATCH", "DELETE"] as const)
      expect(await asColleague(method, editorApiUrl.holding(body.id), { symbol: "ETH" })).toBe(404);
    expect((await change(body.id, { to: "2025-02-28" })).status).toBe(400);
    expect((await change(body.id, { to: "2026-11-20" })).body).toMatchObject({ symbol: "BTC", to: "2026-11-20" });
    expect((await change(body.id, { to: null, symbol: "eth" })).body).toMatchObject({ symbol: "ETH", to: null });
    expect((await remove(body.id)).status).toBe(204);
    expect((await remove(body.id)).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  test("refuses what is no symbol and no span of days, and changes nothing", async () => {
    const { add, list } = await start(open);
    const from = "2025-03-01";
    for (const payload of [
      { from },
      { symbol: "BTC" },
      { symbol: "", from },
      { symbol: "A".repeat(16), from },
      { symbol: "BTC-USD", from },
      { symbol: "ß", from },
      { symbol: "BTC\u0000", from },
      { symbol: "123", from },
      { symbol: ["BTC"], from },
      { symbol: "BTC", from: "2025-02-30" },
      { symbol: "BTC", from: "2025-3-1" },
      { symbol: "BTC", from: "0001-01-01" },
      { symbol: "BTC", from: 20250301 },
      { symbol: "BTC", from, to: "2025-02-28" },
      { symbol: "BTC", from, to: "" },
    ]) {
      const { status, body } = await add(payload);
      expect([status, typeof body.detail], JSON.stringify(payload)).toEqual([400, "string"]);
    }
    expect(await list()).toEqual([]);
  });

  test("has an end", async () => {
    const { database, add, call } = await start(open);
    const { id: account_id } = (await call({ method: "GET", url: editorApiUrl.me() })).body;
    const row = { account_id, symbol: "BTC", from_day: "2025-01-01", to_day: "2025-01-02" };
    await database.db
      .insertInto("holding")
      .values(Array.from({ length: MAX_HOLDINGS }, () => row))
      .execute();
    expect((await add({ symbol: "ETH", from: "2025-03-01" })).status).toBe(409);
  });

  test("is seen by chiefs, told to the audit log, given out and erased", async () => {
    const { app, add, change, remove, call, colleague, callAsColleague, database } = await start(open);
    const { access } = (await logIn(app, colleague)).json<{ access: string }>();
    const headers = { authorization: `Bearer ${access}` };
    const me = (await app.inject({ url: editorApiUrl.me(), headers })).json<{ id: number }>();
    await callAsColleague("POST", editorApiUrl.holdings(), { symbol: "SOL", from: "2025-03-01" });
    const seen = await call({ method: "GET", url: editorApiUrl.holdingsOf(me.id) });
    expect(seen.body).toMatchObject([{ symbol: "SOL", from: "2025-03-01", to: null, is_current: true }]);
    expect((await call({ method: "GET", url: editorApiUrl.holdingsOf(9_999) })).status).toBe(404);

    const { id } = (await add({ symbol: "BTC", from: "2025-03-01" })).body;
    await change(id, { to: "2026-01-31" });
    await change(id, { to: "2026-01-31" });
    await remove(id);
    const entries = (await call({ method: "GET", url: editorApiUrl.audit() })).body as AuditEntry[];
    const told = entries
      .filter(({ action }) => action.startsWith("holding."))
      .map(({ action, changes }) => [action, changes]);
    expect(told.slice(0, 3)).toEqual([
      ["holding.remove", { symbol: { from: "BTC" }, from: { from: "2025-03-01" }, to: { from: "2026-01-31" } }],
      ["holding.change", { symbol: { to: "BTC" }, to: { from: null, to: "2026-01-31" } }],
      ["holding.add", { symbol: { to: "BTC" }, from: { to: "2025-03-01" } }],
    ]);

    const given = (await call({ method: "GET", url: editorApiUrl.exportUser(me.id) })).body as AccountExport;
    expect(given.holdings).toEqual([{ symbol: "SOL", from: "2025-03-01", to: null }]);
    await call({ method: "DELETE", url: `/api/accounts/users/${me.id}/?erase=true` });
    expect(await database.db.selectFrom("holding").selectAll().execute()).toEqual([]);
  });
});
