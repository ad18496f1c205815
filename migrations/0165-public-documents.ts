import { type Kysely, sql } from "kysely";

/** The columns that say what readers have. */
const PUBLIC = [
  { type: "article", condition: sql`status = 'published' and published_at` },
  { type: "page", condition: sql`status = 'published' and published_at` },
  { type: "issue", condition: sql`started_at` },
] as const;

/** The documents that readers have, so that a change of that becomes an event. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("public_document")
    .addColumn("document_type", "text", (column) => column.notNull())
    .addColumn("document_id", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("public_document_key", ["document_type", "document_id"])
    .execute();
  for (const { type, condition } of PUBLIC)
    await sql`insert into public_document (document_type, document_id)
      select ${sql.lit(type)}, id from ${sql.table(type)} where ${condition} <= ${Date.now()}`.execute(db);
  await db.schema.createIndex("event_by_time").on("event").column("at").execute();
}
