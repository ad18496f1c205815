import type { Kysely } from "kysely";

/** The keys by which clients name their saves, so that a save whose response was lost is not stored twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("document_save")
    .addColumn("document_type", "text", (column) => column.notNull())
    .addColumn("document_id", "integer", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) => column.notNull())
    .addColumn("save_key", "text", (column) => column.notNull())
    .addColumn("saved_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("document_save_key", ["document_type", "document_id", "account_id", "save_key"])
    .execute();
  await db.schema.createIndex("document_save_by_time").on("document_save").column("saved_at").execute();
}
