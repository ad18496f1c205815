import { type Kysely, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { TaskRow } from "./queries.ts";

/** A task that failed and is asked for again waits no longer than this, in milliseconds. */
const MAX_HURRIED_WAIT_MS = 10_000;

/**
 * Queues a task without a payload, for kinds that do all that is due at once: if one is waiting already, it is that one,
 * and soon.
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
      // One that runs may have begun before what is to be done now.
      .where("lease_by", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!waiting) await enqueueTask(trx, now, { kind, payload: null });
  });
}

/**
 * Queues a task in the transaction of what causes it: after the commit, any process may run it. `payload` is passed to
 * the kind's `prepare`, as JSON. `now` in epoch milliseconds.
 */
export function enqueueTask(
  trx: Kysely<Tables>,
  now: number,
  { kind, payload }: { kind: string; payload: unknown },
): Promise<TaskRow> {
  return trx
    .insertInto("task")
    .values({ kind, state: "queued", payload: JSON.stringify(payload), due_at: now, created_at: now })
    .returning(["id", "kind", "state", "done", "total", "result", "last_error"])
    .returning(["due_at", "lease_until", "created_at", "finished_at"])
    .executeTakeFirstOrThrow();
}
