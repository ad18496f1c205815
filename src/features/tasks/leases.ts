import { type Kysely, type Selectable, sql } from "kysely";
import { isOutOfSpace } from "#db/failures.ts";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import { processLeases, RELEASED } from "#platform/leases.ts";
import { DomainError } from "#shared/errors.ts";
import { backoff } from "#shared/retry.ts";
import { LEASE_TTL_MS, MAX_ATTEMPTS, RetryLaterError, TASK_DELAYS } from "./rules.ts";
import type { TaskTable } from "./tables.ts";

export type LeasedTask = Selectable<TaskTable>;

/** The progress of a task; `position` is JSON. */
export type Progress = { position: string; done: number; total: number };

/** How a task has failed: `isFinal`: without another attempt; `about` as in the table; `isRetried` as in `TaskKind`. */
type Failure = { isFinal: boolean; afterMs?: number; isRetried?: boolean; about?: string };

/** The next due and unclaimed task of a kind. */
const nextDue = (db: Kysely<Tables>, kind: string, now: number) =>
  db
    .selectFrom("task")
    .select("id")
    .where("kind", "=", kind)
    // A literal, as the index of due tasks has no others.
    .where("state", "=", sql.lit("queued"))
    .where("due_at", "<=", now)
    .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<=", now)]))
    .orderBy("due_at")
    .orderBy("id")
    .limit(1);

/** Whether a task of a kind is due that no process works on. */
export const hasDueTask = async (db: Kysely<Tables>, kind: string, now: number): Promise<boolean> =>
  (await nextDue(db, kind, now).executeTakeFirst()) !== undefined;

/** The leases of one process on the shared tasks. */
export function createLeases({ database, clock }: { database: Database; clock: Clock }) {
  const { db } = database;
  const { owner, taken } = processLeases(clock, LEASE_TTL_MS);

  /** The task while this process holds it; updates nothing if another process took it over. */
  const own = (trx: Kysely<Tables>, id: number) =>
    trx.updateTable("task").where("id", "=", id).where("lease_by", "=", owner).where("state", "=", "queued");

  return {
    /** Acquires the next due and unclaimed task of a kind; undefined if there is none. */
    async acquire(kind: string): Promise<LeasedTask | undefined> {
      const next = nextDue(db, kind, clock.now());
      // Usually there is none, which a read finds without blocking writers.
      if (!(await next.executeTakeFirst())) return undefined;
      const free = next.forUpdate().skipLocked();
      return db
        .updateTable("task")
        .set(taken())
        .where("id", "=", (eb) => eb.selectFrom(free.as("free")).select("free.id"))
        .returningAll()
        .executeTakeFirst();
    },

    /** Renews the lease of a task, for work that takes long before its step. */
    async renew(id: number): Promise<void> {
      await own(db, id).set(taken()).execute();
    },

    /** Records a task's progress in the transaction of the step. False if another process holds it now. */
    async advance(trx: Kysely<Tables>, id: number, progress: Progress): Promise<boolean> {
      const row = await own(trx, id)
        .set({ ...progress, ...taken(), attempts: 0, last_error: "" })
        .returning("id")
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Completes a task in the transaction of its last step, and deletes its payload. */
    async finish(trx: Kysely<Tables>, id: number, progress: Progress, result: unknown): Promise<boolean> {
      const end = { state: "done", result: JSON.stringify(result), finished_at: clock.now(), payload: "" } as const;
      const row = await own(trx, id)
        .set({ ...progress, ...end, ...RELEASED, last_error: "" })
        .returning("id")
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Releases a task for any process to resume. */
    async release(id: number): Promise<void> {
      await own(db, id).set(RELEASED).execute();
    },

    /** Records a failure: the task is retried later, after `afterMs` at the earliest, or given up if that is pointless. */
    async fail(
      task: Pick<LeasedTask, "id">,
      sentence: string,
      { isFinal, afterMs = 0, isRetried = false, about = "" }: Failure,
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const row = await own(trx, task.id)
          .set({ attempts: sql`attempts + 1`, last_error: sentence, ...RELEASED })
          .returning("attempts")
          .executeTakeFirst();
        if (!row) return;
        const now = clock.now();
        const isGivenUp = isFinal || row.attempts >= MAX_ATTEMPTS;
        const outcome = isGivenUp
          ? ({ state: "failed", finished_at: now, about, ...(!isRetried && { payload: "" }) } as const)
          : { due_at: now + Math.max(afterMs, backoff(TASK_DELAYS, row.attempts)) };
        await trx.updateTable("task").set(outcome).where("id", "=", task.id).execute();
      });
    },
  };
}

const TRIED_AGAIN = "Something went wrong. It will be retried.";
const NO_SPACE = "There is no space left on the disk. It will be retried.";

/** The sentence that editors see about a failed attempt. */
export function failureSentence(error: unknown): string {
  if (error instanceof DomainError || error instanceof RetryLaterError) return error.message;
  return isOutOfSpace(error as Error) ? NO_SPACE : TRIED_AGAIN;
}
