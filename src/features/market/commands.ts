import type { Kysely } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import { COINS, type KnownPrice, MAX_BACKOFF_MS, type Quote, REFRESH_INTERVAL_MS } from "./rules.ts";

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

/** Stores the exchange's prices of `now`, so that a restart shows them. Other symbols keep theirs. */
export async function storeQuotes(database: Database, quotes: readonly Quote[], now: number): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    await trx
      .insertInto("market_price")
      .values(quotes.map((quote) => toRow({ ...quote, source: "exchange", updatedAt: now })))
      .onConflict((conflict) =>
        conflict.column("symbol").doUpdateSet((eb) => ({
          last_price: eb.ref("excluded.last_price"),
          price_change_percent: eb.ref("excluded.price_change_percent"),
          source: eb.ref("excluded.source"),
          updated_at: eb.ref("excluded.updated_at"),
        })),
      )
      .execute();
  });
}

/** Stores a plausible price for each tracked pair that has none yet, marked as a demo price. Idempotent. */
export async function seedDemoPrices(database: Database, clock: Clock): Promise<void> {
  const now = clock.now();
  const rows = COINS.map(({ pair, demo: [lastPrice = "", priceChangePercent = ""] }) =>
    toRow({ symbol: pair, lastPrice, priceChangePercent, source: "demo", updatedAt: now }),
  );
  await database.db
    .insertInto("market_price")
    .values(rows)
    .onConflict((conflict) => conflict.column("symbol").doNothing())
    .execute();
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
