import { type Kysely, sql } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

export const isAdditive = true;

/** Exports of the publication. One runs at a time. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("publication_export")
    .$call(idColumn(engine))
    .addColumn("format", "text", (column) => column.notNull())
    .addColumn("includes_subscribers", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("file", "text", (column) => column.notNull().unique())
    .addColumn("started_at", "bigint", (column) => column.notNull())
    .addColumn("started_by", "integer")
    .addColumn("finished_at", "bigint")
    .addColumn("done", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("total", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("bytes", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("report", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("error", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await sql`create unique index publication_export_running on publication_export (state) where state = 'running'`.execute(
    db,
  );
}
