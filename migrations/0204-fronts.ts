import type { Kysely } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

export const isAdditive = true;

/** Arrangements of front pages, and an index for the newest stories of a genre. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("front_version")
    .$call(idColumn(engine))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("place", "integer", (column) => column.notNull())
    .addColumn("blocks", "text")
    .addColumn("one_place", "integer", (column) => column.notNull())
    .addColumn("saved_by", "integer")
    .addColumn("saved_at", "bigint", (column) => column.notNull())
    .addColumn("live_at", "bigint")
    .execute();
  await db.schema
    .createIndex("front_version_place")
    .on("front_version")
    .columns(["kind", "place", "live_at"])
    .execute();
  await db.schema
    .createIndex("article_genre")
    .on("article")
    .columns(["genre", "status", "published_at", "id"])
    .execute();
}
