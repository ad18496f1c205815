import type { TaskRow } from "./queries.ts";
import type { Task } from "./schema.ts";

/** A task as editors see it at `now` (epoch milliseconds). */
export function presentTask(row: TaskRow, now: number): Task {
  const isRunning = row.state === "queued" && row.lease_until !== null && row.lease_until > now;
  return {
    id: row.id,
    kind: row.kind,
    state: isRunning ? "running" : row.state,
    done: row.done,
    total: row.total,
    last_error: row.last_error,
    due_at: new Date(row.due_at).toISOString(),
    created_at: new Date(row.created_at).toISOString(),
    finished_at: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
    result: row.result === null ? null : JSON.parse(row.result),
  };
}
