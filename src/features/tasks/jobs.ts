import type { Job } from "#platform/scheduler.ts";
import { createTaskRunner, type TaskDeps } from "./internal/task-runner.ts";
import { TASK_TTL_MS, type TaskKind } from "./rules.ts";

/** How often due tasks, and finished ones to remove, are looked for. */
const TASK_INTERVAL_MS = 500;
const CLEANUP_INTERVAL_MS = 10 * 60_000;

export type TaskJobDeps = TaskDeps;

/** Runs the tasks of some kinds. Each kind has its own job, so that none waits for a long task of another kind. */
export const taskJobs = (deps: TaskJobDeps, kinds: TaskKind[]): Job[] =>
  kinds.map((kind) => {
    const run = createTaskRunner(deps, kind);
    return { name: `${kind.kind} tasks`, every: TASK_INTERVAL_MS, run: (signal) => run(() => signal.aborted) };
  });

/** Removes tasks that ended long ago. */
export const taskCleanupJobs = ({ database, clock }: Pick<TaskJobDeps, "database" | "clock">): Job[] => [
  {
    name: "old tasks",
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
