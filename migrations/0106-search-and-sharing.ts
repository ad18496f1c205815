import type { Kysely } from "kysely";

const TEXTS = ["seo_title", "seo_description", "social_title", "social_text", "social_image", "canonical_url"];

/** What articles tell search engines and other sites. Empty texts stand for title, excerpt, picture and own address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of TEXTS) {
    await db.schema
      .alterTable("article")
      .addColumn(name, "text", (column) => column.notNull().defaultTo(""))
      .execute();
  }
  await db.schema
    .alterTable("article")
    .addColumn("genre", "text", (column) => column.notNull().defaultTo("news"))
    .execute();
  await db.schema
    .alterTable("article")
    .addColumn("is_noindex", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
