import type { Kysely } from "kysely";

export const isAdditive = true;

/** What each known crawler fetched on a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("crawler_fetch")
    .addColumn("crawler", "text", (column) => column.notNull())
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("fetched", "integer", (column) => column.notNull())
    .addColumn("ignored", "integer", (column) => column.notNull())
    .addColumn("blocked", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("crawler_fetch_key", ["crawler", "day"])
    .execute();
}
