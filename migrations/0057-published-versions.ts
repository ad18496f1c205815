import type { Kysely } from "kysely";

/**
 * The record of what was published: every version of an article that readers could see, chained by hashes, and the heads
 * of the days that are over. It outlives the articles. What is said of a change that is published at a time waits with
 * its working copy.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("published_version")
    .addColumn("article_id", "integer", (column) => column.notNull())
    .addColumn("n", "integer", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("position", "text")
    .addColumn("content_hash", "text")
    .addColumn("previous_hash", "text")
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("base_n", "integer")
    .addColumn("diff", "text")
    .addColumn("body", "text")
    .addPrimaryKeyConstraint("published_version_key", ["article_id", "n"])
    .execute();
  await db.schema
    .createIndex("published_version_by_time")
    .on("published_version")
    .columns(["at", "article_id", "n", "hash"])
    .execute();
  await db.schema
    .createTable("published_day")
    .addColumn("day", "text", (column) => column.primaryKey())
    .addColumn("versions", "integer", (column) => column.notNull())
    .addColumn("previous_head", "text")
    .addColumn("head", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .alterTable("working_copy")
    .addColumn("publish_reason", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db.schema
    .alterTable("working_copy")
    .addColumn("publish_minor", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
