import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import { DomainError } from "#shared/errors.ts";
import { createLeases, type LeasedTask } from "../leases.ts";
import { RetryLaterError, type TaskKind } from "../rules.ts";

const TRIED_AGAIN = "Something went wrong. It is tried again.";

export type TaskDeps = { database: Database; clock: Clock; log: FastifyBaseLogger };

/** Another process has taken over the task: the step is rolled back. */
class LeaseLostError extends Error {}

/** Runs all due tasks of one kind, one after another, until there is none or `isStopping` returns true. */
export type TaskRunner = (isStopping: () => boolean) => Promise<void>;

/**
 * Creates the runner for one kind of task. It throws only if the database is unavailable; a failing task is recorded.
 */
export function createTaskRunner(deps: TaskDeps, { kind, prepare }: TaskKind): TaskRunner {
  const { database, log } = deps;
  const leases = createLeases(deps);

  /** Runs one step; true after the last. */
  const runStep = (task: LeasedTask, step: Awaited<ReturnType<TaskKind["prepare"]>>) =>
    database.db.transaction().execute(async (trx) => {
      const after = await step(trx, task.position === null ? null : JSON.parse(task.position));
      const progress = { position: JSON.stringify(after.position), done: after.done, total: after.total };
      const isOurs = after.isDone
        ? await leases.finish(trx, task.id, progress, after.result)
        : await leases.advance(trx, task.id, progress);
      if (!isOurs) throw new LeaseLostError();
      return { isDone: after.isDone, position: progress.position };
    });

  const runTask = async (task: LeasedTask, isStopping: () => boolean) => {
    const step = await prepare(JSON.parse(task.payload));
    for (let current = task; ; ) {
      if (isStopping()) return leases.release(task.id);
      const began = performance.now();
      const { isDone, position } = await runStep(current, step);
      if (isDone) return;
      current = { ...current, position };
      // Readers come first: work takes at most half of the time.
      await pause(performance.now() - began);
    }
  };

  return async (isStopping) => {
    while (!isStopping()) {
      const task = await leases.take(kind);
      if (!task) return;
      try {
        await runTask(task, isStopping);
      } catch (error) {
        if (error instanceof LeaseLostError) continue;
        const isFinal = error instanceof DomainError;
        const isExpected = isFinal || error instanceof RetryLaterError;
        if (!isExpected) log.warn({ err: error, task: task.id, kind }, "a task failed");
        await leases.fail(task, isExpected ? error.message : TRIED_AGAIN, isFinal);
      }
    }
  };
}
