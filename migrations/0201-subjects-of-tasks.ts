import type { Kysely } from "kysely";

export const isAdditive = true;

/** What a failed task was about, so that people can read it when its input is gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("task")
    .addColumn("about", "text", (column) => column.notNull().defaultTo(""))
    .execute();
}
