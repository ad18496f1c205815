import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { createSqliteDatabase } from "#test/support/engines.ts";
import type { ObserveStatement } from "./observed-statements.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";

/** Nothing is served here: the discard port. */
const AWAY = "postgres://jarida@127.0.0.1:9/jarida";

function observer() {
  const failures: boolean[] = [];
  const observe: ObserveStatement = ({ seconds, failed }) => {
    expect(seconds).toBeGreaterThanOrEqual(0);
    failures.push(failed);
  };
  /** Whether each statement since the last call failed. */
  return { observe, take: () => failures.splice(0) };
}

test("each statement is observed once, inside a transaction and outside, whether it fails or not", async () => {
  const { observe, take } = observer();
  const { db, close } = await openSqlite((await createSqliteDatabase()).path, { observe });
  onTestFinished(close);
  const good = sql`select 1`;
  const bad = sql`select missing`;
  await good.execute(db);
  expect(take()).toEqual([false]);
  await expect(bad.execute(db)).rejects.toThrow("no such column");
  expect(take()).toEqual([true]);
  const both = db.transaction().execute(async (trx) => {
    await good.execute(trx);
    await bad.execute(trx);
  });
  await expect(both).rejects.toThrow("no such column");
  expect(take()).toEqual([false, true]);
});

test("a statement that gets no connection has failed", async () => {
  const { observe, take } = observer();
  const { db, close } = await openPostgres(AWAY, { observe });
  onTestFinished(close);
  await expect(sql`select 1`.execute(db)).rejects.toThrow(/ECONNREFUSED/);
  expect(take()).toEqual([true]);
});
