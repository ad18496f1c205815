import type { Kysely } from "kysely";

export const isAdditive = true;

/** What a category is about, and who edits it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ["description", "editor"])
    await db.schema
      .alterTable("category")
      .addColumn(name, "text", (column) => column.notNull().defaultTo(""))
      .execute();
}
