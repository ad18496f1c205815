import type { Kysely } from "kysely";

/** Whether a session began with two factors at the provider of single sign-on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["session", "oidc_login"])
    await db.schema
      .alterTable(table)
      .addColumn("is_strong", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
}
