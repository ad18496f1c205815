import type { Kysely } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

export const isAdditive = true;

/**
 * Imports from other systems: each file with its report, what it has by the source's own keys, and where that went. Articles
 * and pages that an import has stored are staged until its release.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const table of ["article", "page"])
    await db.schema
      .alterTable(table)
      .addColumn("is_staged", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  await db.schema
    .alterTable("article")
    .addColumn("feed_id", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await createImport(db, engine);
  await createItem(db, engine);
  await db.schema
    .createTable("import_address")
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("item_id", "integer", (column) => column.notNull().references("import_item.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("import_address_key", ["source", "address"])
    .execute();
  await db.schema.createIndex("import_address_item").on("import_address").column("item_id").execute();
  await db.schema
    .createTable("import_finding")
    .addColumn("import_id", "integer", (column) => column.notNull().references("import.id").onDelete("cascade"))
    .addColumn("n", "integer", (column) => column.notNull())
    .addColumn("level", "text", (column) => column.notNull())
    .addColumn("item", "text", (column) => column.notNull())
    .addColumn("message", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("import_finding_key", ["import_id", "n"])
    .execute();
  await db.schema
    .createTable("import_subscriber")
    .$call(idColumn(engine))
    .addColumn("import_id", "integer", (column) => column.notNull().references("import.id").onDelete("cascade"))
    .addColumn("item_id", "integer", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("is_subscribed", "integer", (column) => column.notNull())
    .addColumn("since", "bigint")
    .execute();
  await db.schema
    .createIndex("import_subscriber_import")
    .on("import_subscriber")
    .columns(["import_id", "id"])
    .execute();
  await db.schema
    .createTable("import_update")
    .addColumn("item_id", "integer", (column) => column.primaryKey().references("import_item.id").onDelete("cascade"))
    .addColumn("import_id", "integer", (column) => column.notNull().references("import.id").onDelete("cascade"))
    .addColumn("fields", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("import_update_import").on("import_update").column("import_id").execute();
}

async function createImport(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("import")
    .$call(idColumn(engine))
    .addColumn("kind", "text")
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("site", "text", (column) => column.notNull().defaultTo("{}"))
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("work", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("node", "text", (column) => column.notNull())
    .addColumn("file", "text", (column) => column.notNull())
    .addColumn("size", "bigint", (column) => column.notNull())
    .addColumn("url", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("done", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("total", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("work_started_at", "bigint")
    .addColumn("counts", "text", (column) => column.notNull().defaultTo("{}"))
    .addColumn("differences", "text", (column) => column.notNull().defaultTo("{}"))
    .addColumn("samples", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("mappings", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("answers", "text", (column) => column.notNull().defaultTo("{}"))
    .addColumn("findings", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("kept", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("error", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("created_by", "integer")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("checked_at", "bigint")
    .addColumn("staged_at", "bigint")
    .addColumn("released_at", "bigint")
    .addColumn("finished_at", "bigint")
    .execute();
}

async function createItem(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("import_item")
    .$call(idColumn(engine))
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("seen_by", "integer", (column) => column.notNull())
    .addColumn("seen_hash", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("data", "text", (column) => column.notNull())
    .addColumn("import_id", "integer")
    .addColumn("hash", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("target_kind", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("target_id", "integer")
    .addColumn("is_added", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("is_stored", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("version", "integer")
    .addUniqueConstraint("import_item_key", ["source", "kind", "key"])
    .execute();
  await db.schema.createIndex("import_item_seen").on("import_item").columns(["seen_by", "kind", "id"]).execute();
  await db.schema.createIndex("import_item_import").on("import_item").columns(["import_id", "kind", "id"]).execute();
}
