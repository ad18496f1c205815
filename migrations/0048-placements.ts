import type { Kysely } from "kysely";

/** Articles that editors have arranged on the home page. No foreign key: one in the trash keeps its place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("placement")
    .addColumn("list", "text", (column) => column.notNull())
    .addColumn("article_id", "integer", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("ends_at", "bigint")
    .addPrimaryKeyConstraint("placement_key", ["list", "article_id"])
    .execute();
}
