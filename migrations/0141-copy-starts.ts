import type { Kysely } from "kysely";

/** Whether a version is the first one of a working copy: autosaves are never folded across it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("revision")
    .addColumn("starts_copy", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
