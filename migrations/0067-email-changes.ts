import type { Kysely } from "kysely";

/** Changes of the address that somebody logs in by, until both addresses have confirmed them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("email_change")
    .addColumn("account_id", "integer", (column) => column.primaryKey().references("account.id").onDelete("cascade"))
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("old_hash", "text", (column) => column.unique())
    .addColumn("new_hash", "text", (column) => column.unique())
    .addColumn("generation", "integer", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("asked_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("email_change_by_end").on("email_change").column("expires_at").execute();
}
