import type { Kysely } from "kysely";

/** Pictures that were taken down for good: their addresses answer 410, and their files are removed until they are gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("removed_picture")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("removed_at", "bigint", (column) => column.notNull())
    .execute();
}
