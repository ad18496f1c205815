import { expect, test } from "vitest";
import { testClock } from "#test/support/clock.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { runJob } from "#test/support/jobs.ts";
import { enqueueTask } from "./commands.ts";
import { taskCleanupJobs } from "./jobs.ts";
import { createLeases, type Progress } from "./leases.ts";
import { LEASE_TTL_MS, MAX_ATTEMPTS, TASK_TTL_MS } from "./rules.ts";

const HALFWAY: Progress = { position: "5", done: 5, total: 10 };

describeOnEngines("leases on tasks", (open) => {
  async function start() {
    const clock = testClock();
    const database = await open();
    const { db } = database;
    return {
      clock,
      database,
      db,
      newProcess: () => createLeases({ database, clock }),
      add: async (kind = "count", dueAt = clock.now()) =>
        (await enqueueTask(db, dueAt, { kind, payload: { secret: "x" } })).id,
      read: (id: number) => db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirst(),
    };
  }

  test("a process claims due tasks of its kind, the longest due first, and no task twice", async () => {
    const { add, newProcess, clock } = await start();
    const [late, early] = [await add(), await add("count", clock.now() - 1)];
    await add("rename");
    const coming = await add("count", clock.now() + 1);
    const [one, other] = [newProcess(), newProcess()];
    expect((await one.acquire("count"))?.id).toBe(early);
    expect((await other.acquire("count"))?.id).toBe(late);
    expect(await one.acquire("count")).toBeUndefined();
    clock.advance(1);
    expect((await one.acquire("count"))?.id).toBe(coming);
  });

  test("each step renews the lease; a process that lost it can neither continue nor end the task", async () => {
    const { add, newProcess, clock, db, read } = await start();
    const id = await add();
    const [slow, other] = [newProcess(), newProcess()];
    await slow.acquire("count");
    clock.advance(LEASE_TTL_MS - 1);
    expect(await other.acquire("count")).toBeUndefined();
    expect(await slow.advance(db, id, HALFWAY)).toBe(true);
    clock.advance(LEASE_TTL_MS - 1);
    expect(await other.acquire("count"), "the step has renewed it").toBeUndefined();
    clock.advance(1);
    expect(await other.acquire("count")).toMatchObject({ id, position: "5", done: 5 });
    const before = await read(id);
    expect(await slow.advance(db, id, { ...HALFWAY, done: 6 })).toBe(false);
    expect(await slow.finish(db, id, HALFWAY, "done")).toBe(false);
    await slow.fail({ id }, "It cannot be done.", { isFinal: true });
    await slow.release(id);
    expect(await read(id)).toEqual(before);
  });

  test("a task that is released continues at once in any process, where it was", async () => {
    const { add, newProcess, db } = await start();
    const id = await add();
    const process = newProcess();
    await process.acquire("count");
    await process.advance(db, id, HALFWAY);
    await process.release(id);
    expect(await newProcess().acquire("count")).toMatchObject({ id, ...HALFWAY, attempts: 0 });
  });

  test("failures count since the last progress, the last one is final, and a payload is dropped at the end", async () => {
    const { add, newProcess, clock, db, read } = await start();
    const id = await add();
    const process = newProcess();
    const fail = async () => {
      clock.advance(10 * 60_000);
      expect(await process.acquire("count")).toMatchObject({ id });
      await process.fail({ id }, "Disk on fire.", { isFinal: false });
      return read(id);
    };
    for (let failure = 1; failure < MAX_ATTEMPTS; failure += 1)
      expect(await fail()).toMatchObject({ state: "queued", attempts: failure, last_error: "Disk on fire." });
    clock.advance(10 * 60_000);
    await process.acquire("count");
    await process.advance(db, id, HALFWAY);
    expect(await read(id)).toMatchObject({ attempts: 0, last_error: "" });
    await process.release(id);
    for (let failure = 1; failure < MAX_ATTEMPTS; failure += 1) await fail();
    expect(await fail()).toMatchObject({ state: "failed", payload: "", finished_at: clock.now(), lease_by: null });
    expect(await process.acquire("count")).toBeUndefined();
  });

  test("a finished task is kept for a week, a waiting one for ever", async () => {
    const { add, newProcess, clock, db, database, read } = await start();
    const [done, waiting] = [await add(), await add("count", clock.now() + 1)];
    const process = newProcess();
    await process.acquire("count");
    expect(await process.finish(db, done, HALFWAY, { added: 1 })).toBe(true);
    expect(await read(done)).toMatchObject({ state: "done", result: '{"added":1}', payload: "", lease_by: null });
    const clean = () => runJob(taskCleanupJobs({ database, clock }), "old tasks");
    clock.advance(TASK_TTL_MS);
    await clean();
    expect(await read(done)).toBeDefined();
    clock.advance(1);
    await clean();
    expect(await read(done)).toBeUndefined();
    expect(await read(waiting)).toBeDefined();
  });
});
