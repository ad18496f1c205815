import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";

/** One step of a task. `position`, kept as JSON, is where the next one begins; `result` is given with the last one. */
export type TaskStep = { position: unknown; done: number; total: number } & (
  | { isDone: false }
  | { isDone: true; result: unknown }
);

/**
 * A kind of work. `prepare` reads the payload, and throws a `DomainError` where the work can never be done. Each step
 * is one transaction in which its progress is noted too: it counts once, whatever happens. A step must not hold the
 * event loop for more than a few hundredths of a second.
 */
export type TaskKind = {
  kind: string;
  prepare: (payload: unknown) => Promise<(trx: Transaction<Tables>, position: unknown) => Promise<TaskStep>>;
};

/** A task is one process's for this long after each step, in milliseconds; then any other may take it over. */
export const LEASE_TTL_MS = 30_000;

/** A task that fails this often without getting on is given up. */
export const MAX_ATTEMPTS = 8;

const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 10 * 60_000;

/** How long finished tasks are kept to be looked at, in milliseconds. */
export const TASK_TTL_MS = 7 * 24 * 60 * 60_000;

/** What is said of a task that does not exist. */
export const NO_TASK = "There is no such task.";

/** The wait before the next attempt, in milliseconds, after `attempts` failed ones. */
export function backoff(attempts: number): number {
  return Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 4 ** (attempts - 1));
}
