import type { Kysely } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

/** Templates of documents, and where in a document those are who have it open. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("template")
    .$call(idColumn(engine))
    .addColumn("document_type", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("fields", "text", (column) => column.notNull())
    .addColumn("created_by", "integer")
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addUniqueConstraint("template_by_name", ["document_type", "name"])
    .execute();
  await db.schema.alterTable("presence").addColumn("place", "text").execute();
}
