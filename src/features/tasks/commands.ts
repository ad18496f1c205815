import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { TaskRow } from "./queries.ts";

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
