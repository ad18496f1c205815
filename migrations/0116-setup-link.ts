import type { Kysely } from "kysely";

/** The link of the first start, with which the first chief sets up the publication. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("setup_link")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("account_id", "integer", (column) => column.notNull().references("account.id").onDelete("cascade"))
    .addColumn("generation", "integer", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("setup_link_by_end").on("setup_link").column("expires_at").execute();
}
