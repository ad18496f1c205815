import type { Kysely } from "kysely";

/** Names of subscribers, as an imported list gives them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("subscriber")
    .addColumn("name", "text", (column) => column.notNull().defaultTo(""))
    .execute();
}
