import Fastify from "fastify";
import type { Database } from "#db/open.ts";
import { createTaskRunner, type TaskKind } from "#features/tasks/jobs.ts";
import type { Clock } from "#platform/clock.ts";
import { testClock } from "./clock.ts";

/** Runs what is due of one kind of task, as a process of its own would. */
export function runTasks(
  database: Database,
  kind: TaskKind,
  isStopping: () => boolean = () => false,
  clock: Clock = testClock(),
): Promise<void> {
  const log = Fastify({ logger: { level: "silent" } }).log;
  return createTaskRunner({ database, clock, log }, kind)(isStopping);
}
