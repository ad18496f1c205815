import type { Kysely } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

/** Series: articles that belong together, in an order. An article stays in its series while it is in the trash. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("series")
    .$call(idColumn(engine))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("name_key", "text", (column) => column.notNull().unique())
    .addColumn("slug", "text", (column) => column.notNull().unique())
    .addColumn("description", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("image_url", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db.schema
    .createTable("series_redirect")
    .addColumn("slug", "text", (column) => column.primaryKey())
    .addColumn("series_id", "integer", (column) => column.notNull().references("series.id").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("series_redirect_by_series").on("series_redirect").column("series_id").execute();
  await db.schema
    .createTable("series_article")
    .addColumn("article_id", "integer", (column) => column.primaryKey())
    .addColumn("series_id", "integer", (column) => column.notNull().references("series.id").onDelete("cascade"))
    .addColumn("position", "integer", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("series_article_by_position")
    .on("series_article")
    .columns(["series_id", "position"])
    .execute();
}
