import type { Kysely } from "kysely";

export const isAdditive = true;

/** How an article's page is laid out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, initial] of [
    ["layout", "news"],
    ["picture_place", "automatic"],
  ] as const)
    await db.schema
      .alterTable("article")
      .addColumn(name, "text", (column) => column.notNull().defaultTo(initial))
      .execute();
}
