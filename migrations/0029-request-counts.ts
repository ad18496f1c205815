import type { Kysely } from "kysely";

/** Calls of one client in one window of time, for the limits that all processes of a publication share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("request_count")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("calls", "integer", (column) => column.notNull())
    .addColumn("ends_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("request_count_by_end").on("request_count").column("ends_at").execute();
}
