import { type Kysely, sql } from "kysely";

/**
 * Versions and working copies are of documents, not of articles alone: their keys name the type as well, and the versions of
 * newsletter issues move to those of articles. The newest version of an issue is what it says now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createRevisions(db);
  await createCopies(db);
  for (const table of ["revision", "working_copy", "working_copy_state"]) {
    await db.schema.dropTable(table).execute();
    await db.schema.alterTable(`document_${table}`).renameTo(table).execute();
  }
  await db.schema.dropTable("issue_revision").execute();
  await db.schema
    .createIndex("working_copy_by_publication")
    .on("working_copy")
    .columns(["document_type", "publish_at"])
    .execute();
}

/** A table whose rows belong to documents. */
const createTable = (db: Kysely<unknown>, name: string) =>
  db.schema
    .createTable(name)
    .addColumn("document_type", "text", (column) => column.notNull())
    .addColumn("document_id", "integer", (column) => column.notNull());

async function createRevisions(db: Kysely<unknown>): Promise<void> {
  await createTable(db, "document_revision")
    .addColumn("n", "integer", (column) => column.notNull())
    .addColumn("author_id", "integer")
    .addColumn("began_at", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("is_autosave", "integer", (column) => column.notNull())
    .addColumn("note", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("document_version", "integer")
    .addColumn("base_n", "integer")
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("revision_of_document", ["document_type", "document_id", "n"])
    .execute();
  const columns = sql.raw("n, author_id, began_at, created_at, is_autosave, note, base_n, body");
  await sql`insert into document_revision (document_type, document_id, document_version, ${columns})
    select 'article', article_id, article_version, ${columns} from revision`.execute(db);
  await sql`insert into document_revision (document_type, document_id, document_version, ${columns})
    select 'issue', issue_id, null, ${columns} from issue_revision`.execute(db);
  await sql`update document_revision
    set document_version = (select issue.version from issue where issue.id = document_revision.document_id)
    where document_type = 'issue'
      and n = (select max(newest.n) from issue_revision newest where newest.issue_id = document_revision.document_id)`.execute(
    db,
  );
}

async function createCopies(db: Kysely<unknown>): Promise<void> {
  await createTable(db, "document_working_copy")
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("changes", "text")
    .addColumn("saved_at", "bigint", (column) => column.notNull())
    .addColumn("saved_by", "integer")
    .addColumn("publish_at", "bigint")
    .addColumn("publish_by", "integer")
    .addColumn("publish_reason", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("publish_minor", "integer", (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint("working_copy_of_document", ["document_type", "document_id"])
    .execute();
  const copied = sql.raw("version, changes, saved_at, saved_by, publish_at, publish_by, publish_reason, publish_minor");
  await sql`insert into document_working_copy (document_type, document_id, ${copied})
    select 'article', article_id, ${copied} from working_copy`.execute(db);
  await createTable(db, "document_working_copy_state")
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("saved_at", "bigint", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("working_copy_state_of_document", ["document_type", "document_id", "version"])
    .execute();
  await sql`insert into document_working_copy_state (document_type, document_id, version, saved_at, body)
    select 'article', article_id, version, saved_at, body from working_copy_state`.execute(db);
}
