import { type Kysely, type Selectable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Page } from "#shared/schema.ts";
import type { Task } from "./endpoints.ts";
import type { TaskSubject } from "./rules.ts";
import type { TaskTable } from "./tables.ts";

/** A task without its payload, which may be large and is internal. */
export type TaskRow = Omit<Selectable<TaskTable>, "payload" | "position" | "lease_by" | "attempts" | "about">;

const selectTasks = (db: Kysely<Tables>) =>
  db
    .selectFrom("task")
    .select(["id", "kind", "state", "done", "total", "result", "last_error"])
    .select(["due_at", "lease_until", "created_at", "finished_at"]);

export function findTask(db: Kysely<Tables>, id: number): Promise<TaskRow | undefined> {
  return selectTasks(db).where("id", "=", id).executeTakeFirst();
}

/** The result of the latest finished task of a kind; null if there is none. */
export async function lastResult(db: Kysely<Tables>, kind: string): Promise<unknown> {
  const row = await db
    .selectFrom("task")
    .select("result")
    .where("kind", "=", kind)
    .where("state", "=", "done")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.result ? JSON.parse(row.result) : null;
}

/** The newest failed tasks, with what they were about. */
export async function failedTasks(db: Kysely<Tables>, limit: number): Promise<FailedTask[]> {
  const rows = await selectTasks(db)
    .select(["payload", "about"])
    // A literal, as the index of failed tasks has no others.
    .where("state", "=", sql.lit("failed"))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ payload, about, ...row }) => ({ ...row, subject: subjectIn(about), isRetried: payload !== "" }));
}
type FailedTask = TaskRow & { subject: TaskSubject; isRetried: boolean };

/** Tasks that failed before their subject was stored have none. */
const subjectIn = (about: string): TaskSubject =>
  about === "" ? { what: "Background work" } : (JSON.parse(about) as TaskSubject);

/** Whether a task of a kind waits that no process has started. */
export async function hasQueuedTask(db: Kysely<Tables>, kind: string): Promise<boolean> {
  const row = await db
    .selectFrom("task")
    .select("id")
    .where("kind", "=", kind)
    .where("state", "=", "queued")
    .where("lease_by", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** One page of the tasks of a kind, or of all, newest first, and the total. */
export async function pageTasks(
  db: Kysely<Tables>,
  kind: string | undefined,
  page: Page,
): Promise<{ rows: TaskRow[]; total: number }> {
  const rows = await selectTasks(db)
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? ""))
    .orderBy("id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await db
    .selectFrom("task")
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? ""))
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** The number of queued, running (at `now`, epoch milliseconds) and failed tasks. */
export async function countTasks(
  db: Kysely<Tables>,
  now: number,
): Promise<{ state: "queued" | "running" | "failed"; count: number }[]> {
  const rows = await db
    .selectFrom("task")
    .select((eb) => [
      "state",
      eb.fn.countAll<number>().as("total"),
      eb.fn.sum<number>(eb.case().when("lease_until", ">", now).then(1).else(0).end()).as("leased"),
    ])
    .where("state", "!=", "done")
    .groupBy("state")
    .execute();
  const find = (state: string) => rows.find((row) => row.state === state);
  const running = Number(find("queued")?.leased ?? 0);
  return [
    { state: "queued", count: Number(find("queued")?.total ?? 0) - running },
    { state: "running", count: running },
    { state: "failed", count: Number(find("failed")?.total ?? 0) },
  ];
}

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
