import type { Kysely } from "kysely";

/**
 * Versions of articles, the working copy of each, and the latest states of it. No foreign keys: what was written
 * outlives the article, which may come back from the trash.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("revision")
    .addColumn("article_id", "integer", (column) => column.notNull())
    .addColumn("n", "integer", (column) => column.notNull())
    .addColumn("author_id", "integer")
    .addColumn("began_at", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("is_autosave", "integer", (column) => column.notNull())
    .addColumn("note", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("article_version", "integer")
    .addColumn("base_n", "integer")
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("revision_key", ["article_id", "n"])
    .execute();

  await db.schema
    .createTable("working_copy")
    .addColumn("article_id", "integer", (column) => column.primaryKey())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("changes", "text")
    .addColumn("saved_at", "bigint", (column) => column.notNull())
    .addColumn("saved_by", "integer")
    .addColumn("publish_at", "bigint")
    .addColumn("publish_by", "integer")
    .execute();
  await db.schema.createIndex("working_copy_by_publication").on("working_copy").column("publish_at").execute();

  await db.schema
    .createTable("working_copy_state")
    .addColumn("article_id", "integer", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("saved_at", "bigint", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("working_copy_state_key", ["article_id", "version"])
    .execute();
}
