import { type Kysely, sql } from "kysely";

/**
 * The source of a price is the host it came from. The table is created again, because SQLite can't drop the check of the
 * former two sources. Demo prices, which were shown next to real ones, are not copied.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("market_price").renameTo("former_market_price").execute();
  await db.schema
    .createTable("market_price")
    .addColumn("symbol", "text", (column) => column.primaryKey())
    .addColumn("last_price", "text", (column) => column.notNull())
    .addColumn("price_change_percent", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .execute();
  await sql`insert into market_price select symbol, last_price, price_change_percent, source, updated_at
    from former_market_price where source <> 'demo'`.execute(db);
  await db.schema.dropTable("former_market_price").execute();
}
