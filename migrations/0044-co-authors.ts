import type { Kysely } from "kysely";

/** The authors of an article after the first, with their names: most articles have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("article")
    .addColumn("co_authors", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();
}
