import { type Kysely, sql } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";
import { renameTable } from "./frozen/rename-table.ts";

/** Approvals and requests for a review are about documents of any type. A request may go to several people, who answer. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await moveApprovals(db, engine);
  await db.schema
    .createTable("document_review_request")
    .$call(idColumn(engine))
    .addColumn("document_type", "text", (column) => column.notNull())
    .addColumn("document_id", "integer", (column) => column.notNull())
    .addColumn("asked_id", "integer", (column) => column.notNull().references("account.id").onDelete("cascade"))
    .addColumn("asked_by", "integer", (column) => column.references("account.id").onDelete("set null"))
    .addColumn("asked_at", "bigint", (column) => column.notNull())
    .addColumn("message", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("answer", "text")
    .addColumn("answer_message", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("answered_at", "bigint")
    .execute();
  await sql`insert into document_review_request (document_type, document_id, asked_id, asked_by, asked_at)
    select 'article', article_id, asked_id, asked_by, asked_at from review_request order by article_id`.execute(db);
  await db.schema.dropTable("review_request").execute();
  await renameTable(db, engine, "document_review_request", "review_request");
  await db.schema
    .createIndex("review_request_of_document")
    .on("review_request")
    .columns(["document_id", "document_type", "asked_id"])
    .unique()
    .execute();
  await db.schema.createIndex("review_request_by_asked").on("review_request").column("asked_id").execute();
  await db.schema.createIndex("review_request_by_asker").on("review_request").column("asked_by").execute();
}

async function moveApprovals(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const name of ["text", "account"]) await db.schema.dropIndex(`article_approval_by_${name}`).execute();
  await renameTable(db, engine, "article_approval", "approval");
  await db.schema.alterTable("approval").renameColumn("article_id", "document_id").execute();
  await db.schema
    .alterTable("approval")
    .addColumn("document_type", "text", (column) => column.notNull().defaultTo("article"))
    .execute();
  await db.schema
    .createIndex("approval_by_text")
    .on("approval")
    .columns(["document_id", "document_type", "text_hash"])
    .execute();
  await db.schema.createIndex("approval_by_account").on("approval").column("approver_id").execute();
}
