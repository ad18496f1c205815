import type { Kysely } from "kysely";

export const isAdditive = true;

/** The topic that an import has added for a tag that became a category too: an undo removes both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("import_item").addColumn("topic_id", "integer").execute();
}
