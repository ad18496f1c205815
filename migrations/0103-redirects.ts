import type { Kysely } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

/** Redirects of addresses without a page, and the addresses that readers did not find. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("redirect")
    .$call(idColumn(engine))
    .addColumn("from_path", "text", (column) => column.notNull())
    .addColumn("from_key", "text", (column) => column.notNull().unique())
    .addColumn("is_pattern", "integer", (column) => column.notNull())
    .addColumn("target", "text", (column) => column.notNull())
    .addColumn("target_key", "text")
    .addColumn("code", "integer", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("hits", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("last_hit_at", "bigint")
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("redirect_by_target").on("redirect").column("target_key").execute();
  await db.schema.createIndex("redirect_patterns").on("redirect").column("is_pattern").execute();
  await db.schema
    .createTable("missing_page")
    .$call(idColumn(engine))
    .addColumn("path", "text", (column) => column.notNull().unique())
    .addColumn("hits", "bigint", (column) => column.notNull())
    .addColumn("last_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("missing_page_by_hits").on("missing_page").columns(["hits", "id"]).execute();
}
