import type { Kysely } from "kysely";

export const isAdditive = true;

/** When the list of a feed was last read to its end. Until the next reading, nothing of it is taken for dropped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("wire_source").addColumn("read_at", "bigint").execute();
}
