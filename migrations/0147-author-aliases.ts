import type { Kysely } from "kysely";

export const isAdditive = true;

/** Names of authors that were merged into another one, which bylines, imports and searches find by them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("author_alias")
    .addColumn("name_key", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) => column.notNull().references("account.id").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("author_alias_by_account").on("author_alias").column("account_id").execute();
}
