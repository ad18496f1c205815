import type { Kysely } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

export const isAdditive = true;

/** Feeds of other publishers, what they have published, and what happens to it. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createSources(db, engine);
  await createItems(db, engine);
}

async function createSources(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("wire_source")
    .$call(idColumn(engine))
    .addColumn("url", "text", (column) => column.notNull().unique())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("site_url", "text", (column) => column.notNull())
    .addColumn("is_active", "integer", (column) => column.notNull())
    .addColumn("off_because", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .addColumn("every_minutes", "integer")
    .addColumn("etag", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("last_modified", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("body_hash", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("polled_at", "bigint")
    .addColumn("succeeded_at", "bigint")
    .addColumn("error", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("failing_since", "bigint")
    .addColumn("hub_url", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("hub_topic", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("hub_token", "text", (column) => column.notNull().unique())
    .addColumn("hub_until", "bigint")
    .addColumn("hub_due_at", "bigint")
    .addColumn("hub_failures", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("wire_source_due").on("wire_source").columns(["is_active", "due_at"]).execute();
  await db.schema
    .createTable("wire_rule")
    .$call(idColumn(engine))
    .addColumn("words", "text", (column) => column.notNull())
    .addColumn("effect", "text", (column) => column.notNull())
    .addColumn("topic", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
}

async function createItems(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("wire_story")
    .$call(idColumn(engine))
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("topics", "text", (column) => column.notNull())
    .addColumn("article_id", "integer")
    .addColumn("published_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("wire_story_list").on("wire_story").columns(["state", "published_at", "id"]).execute();
  await db.schema
    .createTable("wire_item")
    .$call(idColumn(engine))
    .addColumn("source_id", "integer", (column) => column.notNull().references("wire_source.id").onDelete("cascade"))
    .addColumn("story_id", "integer", (column) => column.notNull().references("wire_story.id").onDelete("cascade"))
    .addColumn("entry_hash", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("address_hash", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("title_hash", "text", (column) => column.notNull())
    .addColumn("summary", "text", (column) => column.notNull())
    .addColumn("author", "text", (column) => column.notNull())
    .addColumn("language", "text", (column) => column.notNull())
    .addColumn("words", "text", (column) => column.notNull())
    .addColumn("published_at", "bigint", (column) => column.notNull())
    .addColumn("seen_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("wire_item_entry")
    .on("wire_item")
    .columns(["source_id", "entry_hash"])
    .unique()
    .execute();
  await db.schema.createIndex("wire_item_address").on("wire_item").column("address_hash").execute();
  await db.schema.createIndex("wire_item_title").on("wire_item").column("title_hash").execute();
  await db.schema.createIndex("wire_item_story").on("wire_item").column("story_id").execute();
  await db.schema.createIndex("wire_item_seen").on("wire_item").column("seen_at").execute();
}
