import { type Kysely, sql } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import type { TaskRow } from "./queries.ts";
import { NO_TASK, NOT_RETRIED } from "./rules.ts";

/** A failed task that is queued again waits no longer than this, in milliseconds. */
const MAX_HURRIED_WAIT_MS = 10_000;

/**
 * Queues a task without a payload, for kinds that do everything that is due. If one is queued already, it runs soon
 * instead.
 */
export async function hurryTask(db: Kysely<Tables>, now: number, kind: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const waiting = await trx
      .updateTable("task")
      .set(({ eb, val }) => ({
        due_at: eb
          .case()
          .when("due_at", ">", now + MAX_HURRIED_WAIT_MS)
          .then(val(now + MAX_HURRIED_WAIT_MS))
          .else(eb.ref("due_at"))
          .end(),
      }))
      .where("kind", "=", kind)
      .where("state", "=", sql.lit("queued"))
      // A running one may have started before this was due.
      .where("lease_by", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!waiting) await enqueueTask(trx, now, { kind, payload: null });
  });
}

/** A failed task, locked for a decision about it. Throws NotFoundError. */
async function lockFailed(trx: Kysely<Tables>, id: number) {
  const row = await trx
    .selectFrom("task")
    .select("payload")
    .where("id", "=", id)
    .where("state", "=", "failed")
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new NotFoundError("task_not_found", NO_TASK);
  return row;
}

/** Queues a failed task again. Throws NotFoundError, and ConflictError if its input is gone. */
export async function retryTask(trx: Kysely<Tables>, now: number, id: number): Promise<void> {
  const { payload } = await lockFailed(trx, id);
  if (payload === "") throw new ConflictError("task_not_retried", NOT_RETRIED);
  await trx
    .updateTable("task")
    .set({ state: "queued", attempts: 0, due_at: now, finished_at: null, about: "", last_error: "" })
    .where("id", "=", id)
    .execute();
}

/** Deletes a failed task. Throws NotFoundError. */
export async function dismissTask(trx: Kysely<Tables>, id: number): Promise<void> {
  await lockFailed(trx, id);
  await trx.deleteFrom("task").where("id", "=", id).execute();
}

type NewTask = { kind: string; payload: unknown; dueAt?: number };

/**
 * Queues a task in the transaction that causes it: after the commit, any process may run it. `payload` is passed to the
 * kind's `prepare`, as JSON. `now` and `dueAt` in epoch milliseconds.
 */
export const enqueueTask = (trx: Kysely<Tables>, now: number, task: NewTask): Promise<TaskRow> =>
  trx
    .insertInto("task")
    .values(toRow(now, task))
    .returning(["id", "kind", "state", "done", "total", "result", "last_error"])
    .returning(["due_at", "lease_until", "created_at", "finished_at"])
    .executeTakeFirstOrThrow();

/** As `enqueueTask`, for many. */
export async function enqueueTasks(trx: Kysely<Tables>, now: number, tasks: readonly NewTask[]): Promise<void> {
  for (const some of chunksOf(tasks))
    await trx
      .insertInto("task")
      .values(some.map((task) => toRow(now, task)))
      .execute();
}

const toRow = (now: number, { kind, payload, dueAt = now }: NewTask) => ({
  kind,
  state: "queued" as const,
  payload: JSON.stringify(payload),
  due_at: dueAt,
  created_at: now,
});
