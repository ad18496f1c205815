import { type Kysely, sql } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import type { TaskRow } from "./queries.ts";

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
