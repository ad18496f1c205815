import type { Kysely } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

/** Editors' notes on passages of articles, and who has which article open. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("note")
    .$call(idColumn(engine))
    .addColumn("article_id", "integer", (column) => column.notNull())
    .addColumn("quote", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("author_id", "integer")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("note_by_article").on("note").columns(["article_id", "id"]).execute();

  await db.schema
    .createTable("note_reply")
    .$call(idColumn(engine))
    .addColumn("note_id", "integer", (column) => column.notNull().references("note.id").onDelete("cascade"))
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("author_id", "integer")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("note_reply_by_note").on("note_reply").columns(["note_id", "id"]).execute();

  await db.schema
    .createTable("presence")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("article_id", "integer", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) => column.notNull())
    .addColumn("since", "bigint", (column) => column.notNull())
    .addColumn("seen_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("presence_by_article").on("presence").column("article_id").execute();
}
