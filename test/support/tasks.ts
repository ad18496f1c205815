import Fastify from "fastify";
import type { Database } from "#db/open.ts";
import { taskJobs } from "#features/tasks/jobs.ts";
import type { TaskKind } from "#features/tasks/rules.ts";
import type { Clock } from "#platform/clock.ts";
import { testClock } from "./clock.ts";

/** Runs what is due of some kinds of task, as a separate process would. */
export async function runTasks(
  database: Database,
  kinds: TaskKind | TaskKind[],
  isStopping: () => boolean = () => false,
  clock: Clock = testClock(),
): Promise<void> {
  const log = Fastify({ logger: { level: "silent" } }).log;
  const signal = {
    get aborted() {
      return isStopping();
    },
  } as AbortSignal;
  for (const job of taskJobs({ database, clock, log }, [kinds].flat())) await job.run(signal);
}
