import type { Kysely, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { DocumentKey } from "#shared/document.ts";
import { DAY } from "#shared/time.ts";

/**
 * One step of a task. `position`, stored as JSON, is where the next one starts; the last one has the `result`. `waitMs`: how
 * long the next one waits at least, for steps that only watch work elsewhere; less than `LEASE_TTL_MS`.
 */
export type TaskStep = { position: unknown; done: number; total: number } & (
  | { isDone: false; waitMs?: number }
  | { isDone: true; result: unknown }
);

/** A dependency is temporarily unavailable, which is no bug. Its message is shown. `afterMs`: when it asked to be retried. */
export class RetryLaterError extends Error {
  readonly afterMs: number;
  constructor(sentence: string, afterMs = 0) {
    super(sentence);
    this.afterMs = afterMs;
  }
}

type StepOf = (trx: Transaction<Tables>, position: unknown) => Promise<TaskStep>;

/**
 * Work that reads files or other hosts: `ahead` gets what the next step needs, before its transaction, and may run again from
 * the same position; `close` frees what is open. `failed` gets the sentence about a failed attempt.
 */
type WorkAhead = {
  ahead: (position: unknown) => Promise<void>;
  step: StepOf;
  close: () => Promise<void>;
  failed?: (sentence: string) => void;
};

/**
 * What a task was to do, for the sentence about its failure: `what` without a verb or full stop, the document that it was for,
 * or else the path of the screen where people see more.
 */
export type TaskSubject = { what: string; document?: DocumentKey | undefined; path?: string | undefined };

/** Names the subject of a task from its input. */
type SubjectOf = (db: Kysely<Tables>, payload: unknown) => TaskSubject | Promise<TaskSubject>;

/**
 * A kind of work. `prepare` reads the payload, and throws a `DomainError` if the work can never be done. Each step is one
 * transaction that also records its progress, so it takes effect exactly once. A step must not block the event loop for
 * more than a few hundredths of a second. `subjectOf` names what a failed task was for. `isRetried`: users can retry a
 * failed task; its payload is stored until then, at most as long as other finished tasks, so it must not be personal.
 */
export type TaskKind = {
  kind: string;
  subjectOf: SubjectOf;
  isRetried: boolean;
  prepare: (payload: unknown) => Promise<StepOf | WorkAhead>;
};

/** How long a process holds a task after each step, in milliseconds; then another may acquire it over. */
export const LEASE_TTL_MS = 30_000;

/** A task that fails this often without progress is given up. */
export const MAX_ATTEMPTS = 8;

export const TASK_DELAYS = { first: 1_000, max: 10 * 60_000, factor: 4 };

/** How long finished tasks can be viewed, in milliseconds. */
export const TASK_TTL_MS = 7 * DAY;

export const NO_TASK = "Task not found.";
export const NOT_RETRIED =
  "This task can't be retried, because its input is no longer stored. Start it again where it was started.";
