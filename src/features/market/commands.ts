import type { Kysely, Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import { EVERYTHING } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import { COINS, DEMO_SOURCE, type KnownPrice, MAX_BACKOFF_MS, type Quote, REFRESH_INTERVAL_MS } from "./rules.ts";

/**
 * Claims the next request to the exchange, across all processes on one database: true for at most one of them per
 * `REFRESH_INTERVAL_MS`. A claim far in the future stems from a clock that was set back, and is ignored.
 */
export async function takeTurn(db: Kysely<Tables>, now: number): Promise<boolean> {
  const taken = await db
    .insertInto("market_refresh")
    .values({ id: 1, began_at: now })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({ began_at: now })
        .where((eb) =>
          eb.or([
            eb("market_refresh.began_at", "<=", now - REFRESH_INTERVAL_MS),
            eb("market_refresh.began_at", ">", now + MAX_BACKOFF_MS),
          ]),
        ),
    )
    .returning("id")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Prices of one exchange, as it sent them at a time. */
type Fetched = { quotes: readonly Quote[]; source: string; now: number };

/**
 * Stores an exchange's prices, so that a restart shows them. Other symbols keep theirs, unless these are of another
 * source: prices of two sources, or real and demo prices, are never shown together.
 */
export async function storeQuotes(database: Database, { quotes, source, now }: Fetched): Promise<void> {
  await changeContent(database, async (trx) => {
    const others = await trx.deleteFrom("market_price").where("source", "!=", source).returning("symbol").execute();
    await trx
      .insertInto("market_price")
      .values(quotes.map((quote) => toRow({ ...quote, source, updatedAt: now })))
      .onConflict((conflict) =>
        conflict.column("symbol").doUpdateSet((eb) => ({
          last_price: eb.ref("excluded.last_price"),
          price_change_percent: eb.ref("excluded.price_change_percent"),
          source: eb.ref("excluded.source"),
          updated_at: eb.ref("excluded.updated_at"),
        })),
      )
      .execute();
    // Cached pages must not go on showing what was deleted.
    return { result: undefined, changed: others.length > 0 ? [EVERYTHING] : [] };
  });
}

/** Stores a plausible price for each tracked pair, marked as a demo price, unless there are prices. */
export async function seedDemoPrices(db: Kysely<Tables>, clock: Clock): Promise<void> {
  if (await db.selectFrom("market_price").select("symbol").limit(1).executeTakeFirst()) return;
  const now = clock.now();
  const rows = COINS.map(({ pair, demo: [lastPrice = "", priceChangePercent = ""] }) =>
    toRow({ symbol: pair, lastPrice, priceChangePercent, source: DEMO_SOURCE, updatedAt: now }),
  );
  await db
    .insertInto("market_price")
    .values(rows)
    .onConflict((conflict) => conflict.column("symbol").doNothing())
    .execute();
}

/** Deletes the demo prices, in the transaction that removes the demo edition. */
export async function removeDemoPrices(trx: Transaction<Tables>): Promise<void> {
  await trx.deleteFrom("market_price").where("source", "=", DEMO_SOURCE).execute();
}

function toRow(price: KnownPrice) {
  return {
    symbol: price.symbol,
    last_price: price.lastPrice,
    price_change_percent: price.priceChangePercent,
    source: price.source,
    updated_at: price.updatedAt,
  };
}
