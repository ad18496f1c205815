import type { Kysely } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

/** What reviewers suggest for documents: the texts that they began from, and those that they suggest, as JSON. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("suggestion")
    .$call(idColumn(engine))
    .addColumn("document_type", "text", (column) => column.notNull())
    .addColumn("document_id", "integer", (column) => column.notNull())
    .addColumn("owner_id", "integer", (column) => column.notNull().references("account.id").onDelete("cascade"))
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("base_version", "text", (column) => column.notNull())
    .addColumn("base", "text", (column) => column.notNull())
    .addColumn("texts", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("saved_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("suggestion_of_document")
    .on("suggestion")
    .columns(["document_id", "document_type", "owner_id"])
    .unique()
    .execute();
  await db.schema.createIndex("suggestion_by_owner").on("suggestion").column("owner_id").execute();
}
