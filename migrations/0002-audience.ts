import type { Kysely } from "kysely";
import { sql } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

/** Ad spaces, newsletter subscribers, contact messages and market prices. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("ad_space")
    .$call(idColumn(engine))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull().check(sql`type in ('leaderboard', 'rectangle', 'sidebar')`))
    .addColumn("location", "text", (column) => column.notNull())
    .addColumn("active", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("image_url", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("alt", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("target_url", "text", (column) => column.notNull().defaultTo(""))
    .execute();

  await db.schema
    .createTable("subscriber")
    .$call(idColumn(engine))
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("status", "text", (column) => column.notNull().check(sql`status in ('active', 'unsubscribed')`))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("changed_at", "bigint", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("contact_message")
    .$call(idColumn(engine))
    .addColumn("first_name", "text", (column) => column.notNull())
    .addColumn("last_name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("message", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("market_price")
    .addColumn("symbol", "text", (column) => column.primaryKey())
    .addColumn("last_price", "text", (column) => column.notNull())
    .addColumn("price_change_percent", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull().check(sql`source in ('exchange', 'demo')`))
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .execute();
}
