import type { Kysely } from "kysely";

/**
 * What is derived from an article's content: in a separate table, as every counted view rewrites the article's row.
 * Existing articles get theirs by a job (features/articles/jobs.ts), so that nothing here depends on code that changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("derived_content")
    .addColumn("article_id", "integer", (column) => column.primaryKey().references("article.id").onDelete("cascade"))
    .addColumn("article_version", "integer", (column) => column.notNull())
    .addColumn("derivation", "integer", (column) => column.notNull())
    .addColumn("has_rest", "integer", (column) => column.notNull())
    .addColumn("pictures", "text", (column) => column.notNull())
    .addColumn("outline", "text", (column) => column.notNull())
    .addColumn("local_addresses", "text", (column) => column.notNull())
    // The long columns last, as SQLite walks through them to reach the columns after them.
    .addColumn("plain_text", "text", (column) => column.notNull())
    .addColumn("page_html", "text", (column) => column.notNull())
    .execute();
}
