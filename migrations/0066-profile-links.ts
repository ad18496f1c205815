import type { Kysely } from "kysely";

/** Where else an author can be found: a JSON list of labels and addresses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("account")
    .addColumn("links", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();
}
