import type { Kysely } from "kysely";

/** Links by which whoever has one sees an article's working copy as a page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("preview_link")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("article_id", "integer", (column) => column.notNull())
    .addColumn("created_by", "integer")
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("preview_link_by_article").on("preview_link").column("article_id").execute();
}
