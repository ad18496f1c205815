import type { Kysely } from "kysely";

/** The latest backup that was started in the admin area. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("backup_run")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("started_at", "bigint", (column) => column.notNull())
    .addColumn("started_by", "integer")
    .addColumn("alive_at", "bigint", (column) => column.notNull())
    .addColumn("finished_at", "bigint")
    .addColumn("place", "text", (column) => column.notNull())
    .addColumn("error", "text", (column) => column.notNull().defaultTo(""))
    .execute();
}
