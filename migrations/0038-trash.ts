import { type Kysely, sql } from "kysely";

/**
 * Deleted articles, which can be restored for a while, and the ids of those that readers saw and that were deleted for
 * good: their pages stay 410. `article.was_public`: readers have seen it, whatever its status is now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("trashed_article")
    .addColumn("article_id", "integer", (column) => column.primaryKey())
    .addColumn("was_public", "integer", (column) => column.notNull())
    .addColumn("trashed_at", "bigint", (column) => column.notNull())
    .addColumn("trashed_by", "integer")
    .addColumn("article", "text", (column) => column.notNull())
    // Last, as SQLite walks through a long text to reach the columns after it.
    .addColumn("content", "text", (column) => column.notNull())
    .execute();
  await sql`create index trashed_article_by_time on trashed_article (trashed_at desc, article_id desc)`.execute(db);
  await db.schema
    .createTable("removed_article")
    .addColumn("article_id", "integer", (column) => column.primaryKey())
    .addColumn("removed_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .alterTable("article")
    .addColumn("was_public", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  // Published ones are recognised by their date. Of drafts, only those with views have certainly been public.
  await sql`update article set was_public = 1 where status = 'draft' and views > 0`.execute(db);
}
