import type { Kysely } from "kysely";

/** The account whose suggestion a version contains, next to the account that accepted it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("revision").addColumn("suggested_by", "integer").execute();
}
