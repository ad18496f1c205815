import type { Kysely } from "kysely";

export const isAdditive = true;

/** The readers of each article by hour, and by the site that they came from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("article_hour")
    .addColumn("article_id", "integer", (column) => column.notNull())
    .addColumn("hour", "integer", (column) => column.notNull())
    .addColumn("views", "integer", (column) => column.notNull())
    .addColumn("finished", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("article_hour_key", ["article_id", "hour"])
    .execute();
  // For deleting the oldest.
  await db.schema.createIndex("article_hour_by_hour").on("article_hour").column("hour").execute();
  await db.schema
    .createTable("article_source")
    .addColumn("article_id", "integer", (column) => column.notNull())
    .addColumn("host", "text", (column) => column.notNull())
    .addColumn("views", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("article_source_key", ["article_id", "host"])
    .execute();
}
