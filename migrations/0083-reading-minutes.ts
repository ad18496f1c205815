import type { Kysely } from "kysely";

/** How long reading an article takes, next to the rest that is derived from its content. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("derived_content")
    .addColumn("reading_minutes", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
