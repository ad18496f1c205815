import type { Kysely } from "kysely";

/** The language of an article as a BCP 47 tag; empty for the site's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("article")
    .addColumn("language", "text", (column) => column.notNull().defaultTo(""))
    .execute();
}
