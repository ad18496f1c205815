import type { Kysely } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import { type KnownPrice, MAX_BACKOFF_MS, type Quote, REFRESH_INTERVAL_MS } from "./rules.ts";

const LEASE = "market_fetched_at";

/**
 * Takes the turn to ask the exchange, for all processes on one database: true for at most one of them in
 * `REFRESH_INTERVAL_MS`. A turn far in the future comes from a clock that was set back since, and does not count.
 */
export async function takeTurn(db: Kysely<Tables>, now: number): Promise<boolean> {
  const taken = await db
    .insertInto("site_state")
    .values({ key: LEASE, value: now })
    .onConflict((conflict) =>
      conflict
        .column("key")
        .doUpdateSet({ value: now })
        .where((eb) =>
          eb.or([
            eb("site_state.value", "<=", now - REFRESH_INTERVAL_MS),
            eb("site_state.value", ">", now + MAX_BACKOFF_MS),
          ]),
        ),
    )
    .returning("value")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Keeps the exchange's prices of `now`, so that a restart shows them. Symbols that are not among them stay. */
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

/** Puts a plausible price for each tracked pair where there is none yet, marked as a demo price. May be repeated. */
export async function seedDemoPrices(database: Database, clock: Clock): Promise<void> {
  const now = clock.now();
  const rows = DEMO_PRICES.map(([coin, lastPrice, priceChangePercent]) =>
    toRow({ symbol: `${coin}USDT`, lastPrice, priceChangePercent, source: "demo", updatedAt: now }),
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

/** Coin, dollars, change in percent. Figures of no particular day. */
const DEMO_PRICES = [
  ["BTC", "67250.01000000", "1.842"],
  ["ETH", "3482.55000000", "2.316"],
  ["BNB", "592.40000000", "0.714"],
  ["SOL", "158.37000000", "3.952"],
  ["XRP", "0.58420000", "-0.478"],
  ["ADA", "0.44870000", "-1.126"],
  ["DOGE", "0.13942000", "4.208"],
  ["MATIC", "0.56180000", "-0.883"],
  ["DOT", "6.27500000", "0.352"],
  ["LTC", "78.94000000", "-0.215"],
  ["AVAX", "29.86000000", "2.047"],
  ["LINK", "14.73000000", "1.391"],
  ["TRX", "0.13185000", "0.096"],
  ["UNI", "8.41600000", "-2.274"],
  ["SHIB", "0.00001843", "1.208"],
  ["CRO", "0.09274000", "-0.642"],
  ["XLM", "0.10538000", "0.447"],
  ["ETC", "23.61000000", "-1.378"],
  ["FIL", "4.52700000", "0.000"],
  ["ALGO", "0.14960000", "-0.531"],
  ["ARB", "0.78430000", "1.725"],
  ["OP", "1.83900000", "2.563"],
  ["SUI", "0.97820000", "5.114"],
  ["AAVE", "104.28000000", "-1.942"],
  ["XEC", "0.00003417", "-0.755"],
  ["PEPE", "0.00001126", "6.330"],
  ["TON", "6.84300000", "0.619"],
  ["INJ", "22.15000000", "-3.087"],
] as const;
