import type { Kysely } from "kysely";

/** Notifications are about documents of any type; those that exist are about articles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("notification").renameColumn("article_id", "document_id").execute();
  await db.schema
    .alterTable("notification")
    .addColumn("document_type", "text", (column) => column.notNull().defaultTo("article"))
    .execute();
  await db.schema.dropIndex("notification_by_article").execute();
  await db.schema
    .createIndex("notification_by_document")
    .on("notification")
    .columns(["document_id", "document_type", "account_id"])
    .execute();
}
