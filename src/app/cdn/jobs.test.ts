import { expect, test } from "vitest";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import { scope } from "#db/scopes.ts";
import { createLeases } from "#features/tasks/leases.ts";
import { testClock } from "#test/support/clock.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { runJob } from "#test/support/jobs.ts";
import { purgeJobs } from "./jobs.ts";
import { PURGE_TASK } from "./rules.ts";

const change = (database: Database) =>
  changeContent(database, async () => ({ result: undefined, changed: [scope("article", 1)] }));

async function start() {
  const database = await openSqliteForTest();
  const clock = testClock();
  const newProcess = () => {
    const jobs = purgeJobs({ database, clock });
    return () => runJob(jobs, "changes to purge");
  };
  const leases = createLeases({ database, clock });
  /** Ends the task that waits, as a purge up to `version` does. */
  const purge = async (version: number) => {
    const task = await leases.acquire(PURGE_TASK);
    const progress = { position: "null", done: 1, total: 1 };
    if (task) await leases.finish(database.db, task.id, progress, { version, keys: 1 });
  };
  const waiting = async () =>
    (await database.db.selectFrom("task").select("id").where("state", "=", "queued").execute()).length;
  return { database, newProcess, purge, waiting };
}

test("a change is purged once, however often one looks", async () => {
  const { database, newProcess, purge, waiting } = await start();
  const look = newProcess();
  await change(database);
  await look();
  await look();
  expect(await waiting()).toBe(1);
  await purge(database.contentVersion());
  await look();
  expect(await waiting()).toBe(0);
  await change(database);
  await look();
  expect(await waiting()).toBe(1);
});

test("after a restart only what was not purged before is", async () => {
  const { database, newProcess, purge, waiting } = await start();
  await change(database);
  await newProcess()();
  await purge(database.contentVersion());
  await newProcess()();
  expect(await waiting(), "all was purged").toBe(0);
  await change(database);
  await newProcess()();
  expect(await waiting(), "while no process ran").toBe(1);
});

test("a result that an older program left in another form counts as none", async () => {
  const { database, newProcess, waiting } = await start();
  await database.db
    .insertInto("task")
    .values({ kind: PURGE_TASK, state: "done", payload: "", result: '{"keys":1}', due_at: 0, created_at: 0 })
    .execute();
  await newProcess()();
  expect(await waiting()).toBe(1);
});
