import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import type { Job } from "#platform/scheduler.ts";
import { DomainError } from "#shared/errors.ts";
import { createLeases, failureSentence, type LeasedTask } from "./leases.ts";
import { LEASE_TTL_MS, MAX_ATTEMPTS, RetryLaterError, TASK_TTL_MS, type TaskKind } from "./rules.ts";

export type TaskJobDeps = { database: Database; clock: Clock; log: FastifyBaseLogger };

type Prepared = Awaited<ReturnType<TaskKind["prepare"]>>;
type WorkAhead = Exclude<Prepared, (...given: never[]) => unknown>;
type Work = Pick<WorkAhead, "step"> & Partial<WorkAhead>;

/** Another process has taken over the task: the step is rolled back. */
class LeaseLostError extends Error {}

/**
 * Returns a function that runs the due tasks of one kind, one by one, until there is none or `isStopping` returns true.
 * It throws only if the database is unavailable; a failing task is recorded.
 */
function createTaskRunner(deps: TaskJobDeps, { kind, prepare, subjectOf, isRetried }: TaskKind) {
  const { database, log } = deps;
  const leases = createLeases(deps);

  /** Runs one step; true after the last. */
  const runStep = async (task: LeasedTask, { ahead, step }: Pick<Work, "ahead" | "step">) => {
    const at = task.position === null ? null : JSON.parse(task.position);
    const asked = performance.now();
    // What comes first may take longer than a lease, such as reading a large file to the position again.
    const renewing = setInterval(() => void leases.renew(task.id).catch(() => undefined), LEASE_TTL_MS / 3);
    try {
      await ahead?.(at);
    } finally {
      clearInterval(renewing);
    }
    const began = performance.now();
    const done = await database.db.transaction().execute(async (trx) => {
      const after = await step(trx, at);
      const progress = { position: JSON.stringify(after.position), done: after.done, total: after.total };
      const isOurs = after.isDone
        ? await leases.finish(trx, task.id, progress, after.result)
        : await leases.advance(trx, task.id, progress);
      if (!isOurs) throw new LeaseLostError();
      return { isDone: after.isDone, position: progress.position, waitMs: after.isDone ? 0 : (after.waitMs ?? 0) };
    });
    return { ...done, aheadMs: began - asked, tookMs: performance.now() - began };
  };

  const runTask = async (task: LeasedTask, isStopping: () => boolean) => {
    const prepared = await prepare(JSON.parse(task.payload));
    const work: Work = typeof prepared === "function" ? { step: prepared } : prepared;
    try {
      for (let current = task; ; ) {
        if (isStopping()) return await leases.release(task.id);
        const { isDone, position, aheadMs, tookMs, waitMs } = await runStep(current, work);
        if (isDone) return;
        current = { ...current, position };
        // Requests have priority: a task holds the database at most half of the time.
        await pause(Math.max(tookMs - aheadMs, waitMs));
      }
    } catch (error) {
      work.failed?.(failureSentence(error));
      throw error;
    } finally {
      await work.close?.();
    }
  };

  /** A task that cannot even be described, as its input is damaged, fails all the same. */
  const aboutOf = async (task: LeasedTask): Promise<string> => {
    try {
      return JSON.stringify(await subjectOf(database.db, JSON.parse(task.payload)));
    } catch (error) {
      log.warn({ err: error, task: task.id, kind }, "a failed task could not be described");
      return "";
    }
  };

  return async (isStopping: () => boolean): Promise<void> => {
    while (!isStopping()) {
      const task = await leases.acquire(kind);
      if (!task) return;
      try {
        await runTask(task, isStopping);
      } catch (error) {
        if (error instanceof LeaseLostError) continue;
        const isFinal = error instanceof DomainError;
        const isExpected = isFinal || error instanceof RetryLaterError;
        if (!isExpected) log.warn({ err: error, task: task.id, kind }, "a task failed");
        const afterMs = error instanceof RetryLaterError ? error.afterMs : 0;
        const isLast = isFinal || task.attempts + 1 >= MAX_ATTEMPTS;
        const about = isLast ? await aboutOf(task) : "";
        await leases.fail(task, failureSentence(error), { isFinal, afterMs, isRetried, about });
      }
    }
  };
}

/** How often to look for due tasks, and for finished ones to delete. */
const TASK_INTERVAL_MS = 500;
const CLEANUP_INTERVAL_MS = 10 * 60_000;

/** Runs tasks. Each kind has its own job, so that none waits for a long task of another kind. */
export const taskJobs = (deps: TaskJobDeps, kinds: TaskKind[]): Job[] =>
  kinds.map((kind) => {
    const run = createTaskRunner(deps, kind);
    return { name: `${kind.kind} tasks`, every: TASK_INTERVAL_MS, run: (signal) => run(() => signal.aborted) };
  });

export const taskCleanupJobs = ({ database, clock }: Pick<TaskJobDeps, "database" | "clock">): Job[] => [
  {
    name: "old tasks",
    title: "Delete finished tasks",
    every: CLEANUP_INTERVAL_MS,
    alone: true,
    async run() {
      await database.db
        .deleteFrom("task")
        .where("finished_at", "<", clock.now() - TASK_TTL_MS)
        .execute();
    },
  },
];
