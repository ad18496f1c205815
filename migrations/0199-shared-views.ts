import type { Kysely } from "kysely";

export const isAdditive = true;

/** Saved views of the editors' list that everyone on the desk sees. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("saved_view")
    .addColumn("is_shared", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
