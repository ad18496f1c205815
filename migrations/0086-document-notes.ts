import type { Kysely } from "kysely";

/** Notes and presence belong to documents of any type; those that exist are about articles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["note", "presence"]) {
    await db.schema.alterTable(table).renameColumn("article_id", "document_id").execute();
    await db.schema
      .alterTable(table)
      .addColumn("document_type", "text", (column) => column.notNull().defaultTo("article"))
      .execute();
    await db.schema.dropIndex(`${table}_by_article`).execute();
  }
  await db.schema.createIndex("note_by_document").on("note").columns(["document_type", "document_id", "id"]).execute();
  await db.schema
    .createIndex("presence_by_document")
    .on("presence")
    .columns(["document_type", "document_id"])
    .execute();
}
