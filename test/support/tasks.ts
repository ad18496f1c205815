import Fastify from "fastify";
import type { Database } from "#db/open.ts";
import { createTaskRunner, type TaskKind } from "#features/tasks/jobs.ts";
import type { Clock } from "#platform/clock.ts";
import { testClock } from "./clock.ts";

/** Runs what is due of some kinds of task, as a process of its own would. */
export async function runTasks(
  database: Database,
  kinds: TaskKind | TaskKind[],
  isStopping: () => boolean = () => false,
  clock: Clock = testClock(),
): Promise<void> {
  const log = Fastify({ logger: { level: "silent" } }).log;
  for (const kind of [kinds].flat()) await createTaskRunner({ database, clock, log }, kind)(isStopping);
}
