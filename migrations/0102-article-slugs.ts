import type { Kysely } from "kysely";

/** The readable part of an article's address; empty while it follows the title. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("article")
    .addColumn("slug", "text", (column) => column.notNull().defaultTo(""))
    .execute();
}
