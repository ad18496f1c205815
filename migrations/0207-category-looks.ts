import type { Kysely } from "kysely";

export const isAdditive = true;

/** A picture of a category, and its own accent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ["image_url", "accent"])
    await db.schema
      .alterTable("category")
      .addColumn(name, "text", (column) => column.notNull().defaultTo(""))
      .execute();
}
