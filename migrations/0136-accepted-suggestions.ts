import type { Kysely } from "kysely";

/** Whose suggestions were accepted for documents, and when: the two-person rule counts those people as writers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("accepted_suggestion")
    .addColumn("document_type", "text", (column) => column.notNull())
    .addColumn("document_id", "integer", (column) => column.notNull())
    .addColumn("owner_id", "integer", (column) => column.notNull().references("account.id").onDelete("cascade"))
    .addColumn("accepted_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("accepted_suggestion_pk", ["document_id", "document_type", "owner_id", "accepted_at"])
    .execute();
  await db.schema.createIndex("accepted_suggestion_by_owner").on("accepted_suggestion").column("owner_id").execute();
}
