import type { Kysely } from "kysely";

/** The words that pictures bring to a text, beside its plain text: for the two-person rule and disclosures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("derived_content")
    .addColumn("picture_words", "text", (column) => column.notNull().defaultTo(""))
    .execute();
}
