import type { Kysely } from "kysely";

/** Old missing addresses are found without reading all, also in a table that grew before it was bounded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("missing_page_by_time").on("missing_page").column("last_at").execute();
}
