import type { Kysely } from "kysely";
import { sql } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

/** Pages that editors write, at addresses of their own, and where their former addresses lead. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("page")
    .$call(idColumn(engine))
    .addColumn("slug", "text", (column) => column.notNull().unique())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("seo_title", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("seo_description", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("in_menu", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("status", "text", (column) => column.notNull().check(sql`status in ('draft', 'published')`))
    .addColumn("published_at", "bigint")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("page_redirect")
    .addColumn("slug", "text", (column) => column.primaryKey())
    .addColumn("page_id", "integer", (column) => column.notNull().references("page.id").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("page_redirect_by_page").on("page_redirect").column("page_id").execute();
}
