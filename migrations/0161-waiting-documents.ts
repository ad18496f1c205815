import { type Kysely, sql } from "kysely";

/** The columns that say when a document becomes public. */
const WAITING = [
  { type: "article", state: "status", is: "published", at: "published_at" },
  { type: "page", state: "status", is: "published", at: "published_at" },
  { type: "issue", state: "state", is: "scheduled", at: "scheduled_at" },
] as const;

/** Documents that wait for their time, so that it becomes an event when it comes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("waiting_document")
    .addColumn("document_type", "text", (column) => column.notNull())
    .addColumn("document_id", "integer", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("waiting_document_key", ["document_type", "document_id"])
    .execute();
  await db.schema.createIndex("waiting_document_by_time").on("waiting_document").column("at").execute();
  for (const { type, state, is, at } of WAITING)
    await sql`insert into waiting_document (document_type, document_id, at)
      select ${sql.lit(type)}, id, ${sql.ref(at)} from ${sql.table(type)}
      where ${sql.ref(state)} = ${sql.lit(is)} and ${sql.ref(at)} > ${Date.now()}`.execute(db);
}
