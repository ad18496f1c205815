import type { Kysely } from "kysely";

/** What the site has fetched from other hosts, or is to fetch: pictures, and what cards say of pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("remote_item")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("picture_key", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("details", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("error", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("asked_at", "bigint", (column) => column.notNull())
    .addColumn("done_at", "bigint")
    .execute();
  await db.schema
    .alterTable("derived_content")
    .addColumn("remote_items", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();
}
