import { type Kysely, sql } from "kysely";

/** The trash and links to previews belong to documents of any type; what they have is about articles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTrash(db);
  await createRemoved(db);
  await db.schema.alterTable("preview_link").renameColumn("article_id", "document_id").execute();
  await db.schema
    .alterTable("preview_link")
    .addColumn("document_type", "text", (column) => column.notNull().defaultTo("article"))
    .execute();
  await db.schema.dropIndex("preview_link_by_article").execute();
  await db.schema
    .createIndex("preview_link_by_document")
    .on("preview_link")
    .columns(["document_type", "document_id"])
    .execute();
}

/** A table whose rows belong to documents. */
const createTable = (db: Kysely<unknown>, name: string) =>
  db.schema
    .createTable(name)
    .addColumn("document_type", "text", (column) => column.notNull())
    .addColumn("document_id", "integer", (column) => column.notNull());

async function createTrash(db: Kysely<unknown>): Promise<void> {
  await createTable(db, "trashed_document")
    .addColumn("was_public", "integer", (column) => column.notNull())
    .addColumn("trashed_at", "bigint", (column) => column.notNull())
    .addColumn("trashed_by", "integer")
    .addColumn("title", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("fields", "text", (column) => column.notNull())
    // Last, as SQLite walks through a long text to reach the columns after it.
    .addColumn("content", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("trashed_document_key", ["document_type", "document_id"])
    .execute();
  await sql`insert into trashed_document (document_type, document_id, was_public, trashed_at, trashed_by, fields, content)
    select 'article', article_id, was_public, trashed_at, trashed_by, article, content from trashed_article`.execute(
    db,
  );
  await db.schema.dropTable("trashed_article").execute();
  await sql`create index trashed_document_by_time
    on trashed_document (trashed_at desc, document_id desc, document_type)`.execute(db);
  const { rows } = await sql<{ document_id: number; fields: string }>`select document_id, fields
    from trashed_document`.execute(db);
  for (const { document_id, fields } of rows)
    await sql`update trashed_document set title = ${(JSON.parse(fields) as { title: string }).title}
      where document_id = ${document_id}`.execute(db);
}

async function createRemoved(db: Kysely<unknown>): Promise<void> {
  await createTable(db, "removed_document")
    .addColumn("removed_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("removed_document_key", ["document_type", "document_id"])
    .execute();
  await sql`insert into removed_document (document_type, document_id, removed_at)
    select 'article', article_id, removed_at from removed_article`.execute(db);
  await db.schema.dropTable("removed_article").execute();
}
