import type { Kysely } from "kysely";

/** What the latest versions of the content changed: the newest thousand, from which other processes catch up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("content_change")
    .addColumn("version", "bigint", (column) => column.primaryKey())
    .addColumn("scopes", "text", (column) => column.notNull())
    .execute();
}
