import type { Kysely } from "kysely";

/** Which process does a publication's upkeep, and until when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("job_lease")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("holder", "text", (column) => column.notNull())
    .addColumn("lease_until", "bigint", (column) => column.notNull())
    .execute();
}
