import { expect, test } from "vitest";
import { checkChain } from "#features/audit/chain.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { operator } from "#shared/actor.ts";
import { testClock } from "#test/support/clock.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

/** A chain of three entries. */
async function start() {
  const clock = testClock();
  const database = await openSqliteForTest();
  const { sealAudit } = await startTestApp(database, { clock });
  const { db } = database;
  const record = () =>
    recordEntry(db, clock, { by: operator, action: "settings.change", subject: { kind: "settings", id: "newsroom" } });
  for (let entries = 0; entries < 3; entries += 1) await record();
  await sealAudit();
  const rows = await db.selectFrom("audit_entry").selectAll().orderBy("n").execute();
  return { db, record, sealAudit, rows, hashOf: (n: number) => rows.find((row) => row.n === n)?.hash ?? "" };
}

test("what waits to be sealed is counted, and is no fault", async () => {
  const { db, record } = await start();
  await record();
  expect(await checkChain(db)).toEqual({ first: 1, last: 3, entries: 3, erased: 0, waiting: 1 });
});

test("an end that the chain does not name is told", async () => {
  const { db } = await start();
  await db
    .updateTable("audit_chain")
    .set({ head_hash: "0".repeat(64) })
    .execute();
  expect((await checkChain(db)).fault).toEqual({ n: 3, detail: "It is not the chain's last entry." });
});

test("an entry that was put behind the end is told", async () => {
  const { db, rows } = await start();
  const { id: _id, ...last } = rows.at(-1) ?? expect.fail("There is no entry.");
  await db
    .insertInto("audit_entry")
    .values({ ...last, n: 9 })
    .execute();
  expect((await checkChain(db)).fault).toEqual({ n: 9, detail: "It is outside the chain." });
});

test("an entry that was put before the beginning is told", async () => {
  const { db, rows } = await start();
  const { id: _id, ...first } = rows[0] ?? expect.fail("There is no entry.");
  await db
    .insertInto("audit_entry")
    .values({ ...first, n: 0 })
    .execute();
  expect((await checkChain(db)).fault).toEqual({ n: 0, detail: "It is outside the chain." });
});

test("a hash that was noted elsewhere has to be the entry's own, and that of an entry that is there", async () => {
  const { db, hashOf } = await start();
  expect((await checkChain(db, { n: 2, hash: hashOf(2) })).fault).toBeUndefined();
  const differs = "Its hash differs from the given one.";
  expect((await checkChain(db, { n: 2, hash: hashOf(3) })).fault).toEqual({ n: 2, detail: differs });
  expect((await checkChain(db, { n: 0, hash: hashOf(1) })).fault).toEqual({ n: 0, detail: differs });
  expect((await checkChain(db, { n: 4, hash: hashOf(3) })).fault).toEqual({ n: 4, detail: "It is missing." });
});

test("an empty chain is whole", async () => {
  const { db } = await openSqliteForTest();
  expect(await checkChain(db)).toEqual({ first: 1, last: 0, entries: 0, erased: 0, waiting: 0 });
});
