import type { Kysely } from "kysely";

export const isAdditive = true;

/** When accounts get the mails of their notifications: without a row, immediately. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("notification_digest")
    .addColumn("account_id", "integer", (column) => column.primaryKey().notNull())
    .addColumn("timing", "text", (column) => column.notNull())
    .addColumn("hour", "integer", (column) => column.notNull())
    .addColumn("due_at", "bigint")
    .execute();
  await db.schema.createIndex("notification_digest_due").on("notification_digest").columns(["due_at"]).execute();
}
