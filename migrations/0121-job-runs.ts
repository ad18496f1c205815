import type { Kysely } from "kysely";

/** The last run of each recurring job, and the night of the latest scheduled backup. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("job_run")
    .addColumn("name", "varchar(100)", (column) => column.primaryKey())
    .addColumn("ran_at", "bigint", (column) => column.notNull())
    .addColumn("took_ms", "integer", (column) => column.notNull())
    .addColumn("failed_at", "bigint")
    .addColumn("error", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db.schema.alterTable("backup_run").addColumn("scheduled_for", "bigint").execute();
}
