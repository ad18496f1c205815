import { describe, expect, test } from "vitest";
import { testClock } from "#test/support/clock.ts";
import { describeOnEngines, type OpenTestDatabase, openSqliteForTest } from "#test/support/engines.ts";
import { indexesOf, recordQueries } from "#test/support/query-plans.ts";
import { enqueueTask, hurryTask } from "./commands.ts";
import { createLeases } from "./leases.ts";
import { countTasks, failedTasks, lastResult, pageTasks } from "./queries.ts";
import { LEASE_TTL_MS, MAX_ATTEMPTS } from "./rules.ts";

const END = { position: "null", done: 1, total: 1 };

async function start(open: OpenTestDatabase) {
  const clock = testClock();
  const database = await open();
  const { db } = database;
  const leases = createLeases({ database, clock });
  const add = async (kind = "purge") => (await enqueueTask(db, clock.now(), { kind, payload: null })).id;
  /** Takes the next task of a kind and ends it. */
  const finish = async (result: unknown, kind = "purge") => {
    const task = await leases.acquire(kind);
    if (task) await leases.finish(db, task.id, END, result);
  };
  const counts = async () =>
    Object.fromEntries((await countTasks(db, clock.now())).map((one) => [one.state, one.count]));
  const rows = () => db.selectFrom("task").select(["id", "state", "due_at"]).orderBy("id").execute();
  return { clock, db, leases, add, finish, counts, rows, hurry: () => hurryTask(db, clock.now(), "purge") };
}

describeOnEngines("tasks", (open) => {
  test("that failed are found without those that did not", async () => {
    const database = await open();
    const { recorded, queries } = recordQueries(database);
    await failedTasks(recorded.db, 10);
    const [query] = queries;
    expect(query && (await indexesOf(database, query))).toEqual(["task_failed"]);
  });

  test("are counted by what becomes of them: one whose process has died waits again", async () => {
    const { clock, leases, add, finish, counts } = await start(open);
    expect(await counts()).toEqual({ queued: 0, running: 0, failed: 0 });
    await add();
    await finish("done");
    for (let tasks = 0; tasks < 3; tasks += 1) await add();
    await leases.acquire("purge");
    const failing = await leases.acquire("purge");
    if (failing) await leases.fail(failing, "It cannot be done.", { isFinal: true });
    expect(await counts()).toEqual({ queued: 1, running: 1, failed: 1 });
    clock.advance(LEASE_TTL_MS);
    expect(await counts()).toEqual({ queued: 2, running: 0, failed: 1 });
  });

  test("that are asked for after a failure come soon, but not at once, and never later than before", async () => {
    const { clock, leases, rows, hurry } = await start(open);
    await hurry();
    // Up to the last attempt but one, whose wait is minutes.
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
      const [waiting] = await rows();
      clock.advance(Math.max(0, (waiting?.due_at ?? 0) - clock.now()));
      const task = await leases.acquire("purge");
      if (task) await leases.fail(task, "The host is down.", { isFinal: false });
    }
    const due = async () => (await rows())[0]?.due_at;
    expect(await due()).toBeGreaterThan(clock.now() + 60_000);
    await hurry();
    const hurried = clock.now() + 10_000;
    expect([await due(), (await rows()).length]).toEqual([hurried, 1]);
    clock.advance(4_000);
    await hurry();
    expect(await due()).toBe(hurried);
  });
});

describe("tasks", () => {
  test("are listed newest first, a page at a time, with the total of their kind", async () => {
    const { db, add } = await start(openSqliteForTest);
    const [first, , third] = [await add(), await add("rename"), await add()];
    const page = async (kind: string | undefined, limit: number, offset: number) => {
      const { rows, total } = await pageTasks(db, kind, { limit, offset });
      return [rows.map(({ id }) => id), total];
    };
    expect(await page("purge", 10, 0)).toEqual([[third, first], 2]);
    expect(await page(undefined, 1, 2)).toEqual([[first], 3]);
    expect(await page("purge", 10, 2)).toEqual([[], 2]);
    expect(await page("none", 10, 0)).toEqual([[], 0]);
  });

  test("leave the result of the latest that is done, whatever came after it", async () => {
    const { db, leases, add, finish } = await start(openSqliteForTest);
    expect(await lastResult(db, "purge")).toBeNull();
    for (const version of [1, 2]) {
      await add();
      await finish({ version });
    }
    await add("rename");
    await finish({ version: 9 }, "rename");
    await add();
    const failing = await leases.acquire("purge");
    if (failing) await leases.fail(failing, "It cannot be done.", { isFinal: true });
    await add();
    expect(await lastResult(db, "purge")).toEqual({ version: 2 });
  });

  test("that are asked for while one waits are that one", async () => {
    const { rows, hurry } = await start(openSqliteForTest);
    await hurry();
    await hurry();
    expect(await rows()).toHaveLength(1);
  });

  test("that are asked for while one runs are another one: it may have begun too early", async () => {
    const { leases, rows, hurry } = await start(openSqliteForTest);
    await hurry();
    await leases.acquire("purge");
    await hurry();
    await hurry();
    expect((await rows()).map(({ state }) => state)).toEqual(["queued", "queued"]);
  });
});
