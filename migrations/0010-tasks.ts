import { type Kysely, sql } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

/** Prefix of the keys, in `site_state`, of categories that were being reindexed. */
const REINDEX_PREFIX = "reindex_category:";

type Before = { site_state: { key: string; value: number }; task: { kind: string; state: string; payload: string } };

/** Tasks that outlive a request, and an error message for issues whose sending failed. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("task")
    .$call(idColumn(engine))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull().check(sql`state in ('queued', 'done', 'failed')`))
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("position", "text")
    .addColumn("done", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("total", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("result", "text")
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("last_error", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .addColumn("lease_by", "text")
    .addColumn("lease_until", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("finished_at", "bigint")
    .execute();
  await sql`create index task_due on task (kind, due_at, id) where state = 'queued'`.execute(db);
  await sql`create index task_finished on task (finished_at) where finished_at is not null`.execute(db);
  await takeOverReindexing(db as Kysely<Before>);
  for (const column of ["attempts", "due_at"])
    await db.schema
      .alterTable("issue")
      .addColumn(column, "bigint", (definition) => definition.notNull().defaultTo(0))
      .execute();
  await db.schema
    .alterTable("issue")
    .addColumn("last_error", "text", (column) => column.notNull().defaultTo(""))
    .execute();
}

async function takeOverReindexing(db: Kysely<Before>): Promise<void> {
  const pending = await db.selectFrom("site_state").selectAll().where("key", "like", `${REINDEX_PREFIX}%`).execute();
  for (const { key } of pending) {
    const payload = JSON.stringify({ category_id: Number(key.slice(REINDEX_PREFIX.length)) });
    await sql`insert into task (kind, state, payload, due_at, created_at)
      values ('reindex-category', 'queued', ${payload}, 0, 0)`.execute(db);
    await db.deleteFrom("site_state").where("key", "=", key).execute();
  }
}
