import { sql } from "kysely";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { changeContent } from "#db/change.ts";
import { openPostgres } from "#db/postgres.ts";
import { EVERYTHING, listScopes, type Scope, scope } from "#db/scopes.ts";
import { startDatabaseProxy } from "#test/support/database-proxy.ts";
import { createPostgresDatabase, openMigrated } from "#test/support/engines.ts";

const RECONNECTS = 3;
const TIMING = { timeout: 5_000, interval: 50 };

/** A process whose database connection can be disturbed, and another one beside it. */
async function start(query = "", settings = {}) {
  const url = await createPostgresDatabase();
  const other = await openMigrated({ engine: "postgres", url });
  const proxy = await startDatabaseProxy(url);
  onTestFinished(() => proxy.cut());
  const watcher = await openPostgres(proxy.url + query, settings);
  onTestFinished(() => watcher.close());
  const hearsOfChanges = async () => {
    const version = await changeContent(other, async (trx) => {
      const { value } = await trx.selectFrom("site_state").select("value").executeTakeFirstOrThrow();
      return { result: value + 1, changed: [EVERYTHING] };
    });
    await expect.poll(() => watcher.contentVersion(), TIMING).toBe(version);
  };
  await hearsOfChanges();
  return { other, proxy, watcher, hearsOfChanges };
}

describe.skipIf(inject("postgres") === null)("the connection that listens for changes", () => {
  test("is replaced by one, however it broke, and the old one is closed", async () => {
    const { other, proxy, hearsOfChanges } = await start();
    expect(proxy.accepted()).toBe(1);
    // Its query cannot be answered: the connection breaks and the query fails at the same moment.
    const holder = await other.db.startTransaction().execute();
    onTestFinished(async () => void (holder.isRolledBack || (await holder.rollback().execute())));
    await sql`lock table site_state in access exclusive mode`.execute(holder);
    const waiting = sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    // PostgreSQL does not notice at once that the connection of a waiting query is gone.
    const seen = new Set<number>();
    const haveWaited = async () => {
      for (const { pid } of (await waiting.execute(other.db)).rows) seen.add(pid);
      return seen.size;
    };
    proxy.drop();
    for (let reconnects = 1; reconnects <= RECONNECTS; reconnects += 1) {
      await expect.poll(haveWaited, TIMING).toBe(reconnects);
      expect(proxy.accepted()).toBe(1 + reconnects);
      proxy.drop();
    }
    await holder.rollback().execute();
    await hearsOfChanges();
    expect(proxy.accepted()).toBe(2 + RECONNECTS);
  });

  test("is given up when it falls silent, though nothing broke", async () => {
    const { proxy, hearsOfChanges } = await start("?query_timeout=300", { watchInterval: 100 });
    proxy.freeze();
    await hearsOfChanges();
    expect(proxy.accepted()).toBe(2);
  });

  test("catches up with what was changed while it was down", async () => {
    const { other, proxy, watcher } = await start();
    const [touched, untouched] = [scope("article", 1), scope("article", 2)];
    const change = (...changed: Scope[]) => changeContent(other, async () => ({ result: undefined, changed }));
    const knowsAgain = async (version: number) => {
      await proxy.open();
      await expect.poll(() => watcher.contentVersion(), TIMING).toBe(version);
    };
    const before = watcher.contentVersion();
    await proxy.cut();
    await change(touched);
    await change(touched);
    expect(watcher.changedSince(before, listScopes([touched]))).toBe(false);
    await knowsAgain(before + 2);
    expect(watcher.changedSince(before, listScopes([touched]))).toBe(true);
    expect(watcher.changedSince(before, listScopes([untouched]))).toBe(false);

    // So many that the table of changes does not go back far enough.
    await proxy.cut();
    await change(touched);
    await other.db.deleteFrom("content_change").execute();
    await change(touched);
    await knowsAgain(before + 4);
    expect(watcher.changedSince(before + 2, listScopes([untouched]))).toBe(true);
  });
});
