import type { Kysely } from "kysely";

/** The removal of the demo content, while it can be undone, and pictures that are hidden until then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("demo_removal")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("removed_at", "bigint", (column) => column.notNull())
    .addColumn("removed_by", "integer")
    .addColumn("removed", "text", (column) => column.notNull())
    .execute();
  await db.schema.alterTable("picture").addColumn("hidden_at", "bigint").execute();
}
