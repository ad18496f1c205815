import type { Kysely } from "kysely";

/** Permissions to download one file once, as hashes of their tokens; they end with the session that asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("download_ticket")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("session_id", "text", (column) => column.notNull().references("session.id").onDelete("cascade"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("download_ticket_by_session").on("download_ticket").column("session_id").execute();
}
