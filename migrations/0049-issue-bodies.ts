import type { Kysely } from "kysely";

/** The rich text of an issue; and an index by which the issues that were sent are listed for readers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("issue")
    .addColumn("body", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db.schema.createIndex("issue_by_start").on("issue").columns(["started_at", "id"]).execute();
}
