import type { Kysely } from "kysely";

/** How often articles were read in each hour, all together: the start of the dashboard shows the last day and week. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("view_hour")
    .addColumn("hour", "integer", (column) => column.primaryKey())
    .addColumn("views", "integer", (column) => column.notNull())
    .execute();
}
