import type { Kysely } from "kysely";

/** How often the scheduled backup was tried; 0 for one that a person started. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("backup_run")
    .addColumn("attempt", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
