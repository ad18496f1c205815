import type { Kysely } from "kysely";

/** Versions of newsletter issues, in the form of those of articles. They go with their issue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("issue_revision")
    .addColumn("issue_id", "integer", (column) => column.notNull())
    .addColumn("n", "integer", (column) => column.notNull())
    .addColumn("author_id", "integer")
    .addColumn("began_at", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("is_autosave", "integer", (column) => column.notNull())
    .addColumn("note", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("base_n", "integer")
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("issue_revision_key", ["issue_id", "n"])
    .execute();
}
