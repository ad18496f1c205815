import type { Database } from "#db/open.ts";
import { shows } from "#db/scopes.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import { storeQuotes, takeTurn } from "./commands.ts";
import { marketEndpoints, type TickerItem } from "./endpoints.ts";
import { askExchange, storedPrices } from "./queries.ts";
import {
  backOff,
  COINS,
  type Coin,
  DEMO_SOURCE,
  ExchangeError,
  isStale,
  isWithin,
  type KnownPrice,
  REFRESH_INTERVAL_MS,
  sourceOf,
} from "./rules.ts";

/**
 * Prices of coins for the ticker. Owns `market_price` and `market_refresh`. Promises: one process at a time asks the
 * exchange, readers get the last known prices from memory, old prices are marked as stale, and all have one source.
 */
export async function marketFeature(deps: MarketDeps & Tracking): Promise<Feature & { market: MarketData }> {
  const market = await createMarketData(deps);
  return { routes: [marketRoutes({ market, readSymbols: deps.readSymbols })], close: market.close, market };
}

/** The symbols of the coins that the newsroom shows, in their order; none if it has switched the ticker off. */
type Tracking = { readSymbols: () => Promise<readonly string[]> };

/** Served from memory, so that a slow exchange delays no one. */
function marketRoutes({ market, readSymbols }: Tracking & { market: Pick<MarketData, "read"> }): ApiPlugin {
  return async (app) =>
    serve(app, marketEndpoints, {
      async "GET /market/ticker"() {
        const symbols = await readSymbols();
        return symbols.length === 0 ? [] : market.read(coinsOf(symbols));
      },
    });
}

const coinsOf = (symbols: readonly string[]): Coin[] =>
  symbols.flatMap((symbol) => COINS.find((coin) => coin.symbol === symbol) ?? []);

/** The known prices as readers see them, in the order of the coins; a coin without a price is omitted. */
export function presentTicker(known: ReadonlyMap<string, KnownPrice>, now: number, coins = COINS): TickerItem[] {
  return coins.flatMap(({ pair: symbol }) => {
    const price = known.get(symbol);
    if (!price) return [];
    const { lastPrice, priceChangePercent, source } = price;
    const updated_at = new Date(price.updatedAt).toISOString();
    return [{ symbol, lastPrice, priceChangePercent, source, updated_at, stale: isStale(price, now) }];
  });
}

const CALL_TIMEOUT_MS = 5_000;

type Log = Record<"info" | "warn", (details: object, message: string) => void>;

type MarketDeps = {
  database: Database;
  clock: Clock;
  url: string;
  log: Log;
  /** For tests of a slow exchange. Milliseconds. */
  timeout?: number;
};

type MarketData = {
  /** The last known prices. Starts a refresh if one is due, without waiting for it. */
  read: (coins?: readonly Coin[]) => Promise<TickerItem[]>;
  /** Refreshes if due, and waits for it. Never rejects: a failure is logged and the last prices remain. */
  refresh: () => Promise<void>;
  /** Aborts the request in flight, and waits until the database is no longer used. */
  close: () => Promise<void>;
};

/** Loads the stored prices and returns the one refresher of this process. Starts no timer: reads trigger refreshes. */
export async function createMarketData(deps: MarketDeps): Promise<MarketData> {
  const { database, clock, url, log, timeout = CALL_TIMEOUT_MS } = deps;
  const closing = new AbortController();
  const failures = countFailures(log);
  let known = await storedPrices(database.db);
  let checkedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  async function ask(now: number): Promise<void> {
    const quotes = await askExchange(url, { timeout, signal: closing.signal });
    const source = sourceOf(url);
    const fresh = quotes.map((quote): [string, KnownPrice] => [quote.symbol, { ...quote, source, updatedAt: now }]);
    known = new Map([...[...known].filter(([, price]) => price.source === source), ...fresh]);
    failures.exchangeAnswered();
    await storeQuotes(database, { quotes, source, now });
  }

  /** Demo prices end with the first real one and with the demo edition, which another process may have noticed. */
  async function recheckDemo(): Promise<void> {
    const isDemo = () => [...known.values()].some(({ source }) => source === DEMO_SOURCE);
    if (!isDemo()) return;
    const stored = await storedPrices(database.db);
    if (isDemo()) known = stored;
  }

  async function check(now: number): Promise<void> {
    try {
      const isMyTurn = !failures.isPaused(now) && (await takeTurn(database.db, now));
      if (isMyTurn) await ask(now);
      // Another process may have fetched them.
      else known = await storedPrices(database.db);
      failures.storeAnswered();
    } catch (error) {
      if (closing.signal.aborted) return;
      if (error instanceof ExchangeError) failures.exchangeFailed(error, now);
      else failures.storeFailed(error);
    }
  }

  function refresh(): Promise<void> {
    const now = clock.now();
    if (running) return running;
    if (closing.signal.aborted || isWithin(now, checkedAt, REFRESH_INTERVAL_MS)) return Promise.resolve();
    checkedAt = now;
    running = check(now).finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    async read(coins) {
      // Prices are not content: no change of content makes them stale.
      shows();
      void refresh();
      await recheckDemo();
      return presentTicker(known, clock.now(), coins);
    },
    refresh,
    async close() {
      closing.abort();
      await running;
    },
  };
}

/**
 * Counts failures, for the pause after them and to log sparingly: once per step of the back-off, once when the database
 * fails, and once on recovery. Database failures are counted separately, as they are no reason to wait longer for the
 * exchange.
 */
function countFailures(log: Log) {
  let ofExchange = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  let isStoreAway = false;
  return {
    isPaused: (now: number) => ofExchange > 0 && isWithin(now, lastAt, backOff(ofExchange)),
    exchangeAnswered() {
      if (ofExchange > 0) log.info({ failures: ofExchange }, "market data recovered");
      ofExchange = 0;
    },
    exchangeFailed(error: ExchangeError, now: number) {
      ofExchange += 1;
      lastAt = now;
      const pause = backOff(ofExchange);
      if (ofExchange > 1 && pause === backOff(ofExchange - 1)) return;
      log.warn({ reason: error.message, retryInSeconds: pause / 1000 }, "market data failed, keeping the last prices");
    },
    storeAnswered() {
      isStoreAway = false;
    },
    storeFailed(error: unknown) {
      if (!isStoreAway) log.warn({ err: error }, "market prices could not be stored");
      isStoreAway = true;
    },
  };
}
