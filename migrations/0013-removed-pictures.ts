import type { Kysely } from "kysely";

/**
 * Pictures that were removed for good: their addresses return 410, and deleting their files is retried until they are
 * gone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("removed_picture")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("removed_at", "bigint", (column) => column.notNull())
    .execute();
}
