import type { Kysely } from "kysely";

/** How often an ad space's creative was seen, and followed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["views", "clicks"])
    await db.schema
      .alterTable("ad_space")
      .addColumn(column, "integer", (definition) => definition.notNull().defaultTo(0))
      .execute();
}
