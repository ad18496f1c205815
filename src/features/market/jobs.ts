import type { Database } from "#db/open.ts";
import { shows } from "#db/scopes.ts";
import type { Clock } from "#platform/clock.ts";
import { storeQuotes, takeTurn } from "./commands.ts";
import { presentTicker } from "./present.ts";
import { askExchange, storedPrices } from "./queries.ts";
import { backOff, ExchangeError, isWithin, type KnownPrice, REFRESH_INTERVAL_MS } from "./rules.ts";
import type { TickerItem } from "./schema.ts";

/** How long the exchange may take for its whole answer, in milliseconds. */
const CALL_TIMEOUT_MS = 5_000;

type Log = Record<"info" | "warn", (details: object, message: string) => void>;

type MarketDeps = {
  database: Database;
  clock: Clock;
  /** The exchange's 24-hour ticker list. */
  url: string;
  log: Log;
  /** For tests of a slow exchange. Milliseconds. */
  timeout?: number;
};

/** The prices of the tracked pairs, refreshed while somebody reads. */
export type MarketData = {
  /** The last known prices, at once and from memory. If a refresh is due, it is started and not waited for. */
  read: () => TickerItem[];
  /** Refreshes if that is due, and waits for it. Never rejects: a failure is logged and the last prices stand. */
  refresh: () => Promise<void>;
  /** Gives up the call in flight, and waits until the database is no longer used. */
  close: () => Promise<void>;
};

/** Loads the stored prices and returns the one refresher of this process. Starts no timer: reads drive it. */
export async function createMarketData(deps: MarketDeps): Promise<MarketData> {
  const { database, clock, url, log, timeout = CALL_TIMEOUT_MS } = deps;
  const closing = new AbortController();
  const failures = countFailures(log);
  let known = await storedPrices(database.db);
  let checkedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  async function ask(now: number): Promise<void> {
    const quotes = await askExchange(url, { timeout, signal: closing.signal });
    const fresh = quotes.map((quote): [string, KnownPrice] => [
      quote.symbol,
      { ...quote, source: "exchange", updatedAt: now },
    ]);
    known = new Map([...known, ...fresh]);
    failures.exchangeAnswered();
    await storeQuotes(database, quotes, now);
  }

  async function check(now: number): Promise<void> {
    try {
      const isMyTurn = !failures.isPaused(now) && (await takeTurn(database.db, now));
      if (isMyTurn) await ask(now);
      // Another process may have asked meanwhile.
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
    read() {
      // Prices are no content: pages show them as old as they are themselves.
      shows();
      void refresh();
      return presentTicker(known, clock.now());
    },
    refresh,
    async close() {
      closing.abort();
      await running;
    },
  };
}

/**
 * Remembers what failed, for the pause after it and for a quiet log: one line per step of the back-off, one when the
 * database goes away, one when the exchange is back. The two are counted apart, as a database that was away for a
 * minute is no reason to leave the exchange alone for five.
 */
function countFailures(log: Log) {
  let ofExchange = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  let isStoreAway = false;
  return {
    isPaused: (now: number) => ofExchange > 0 && isWithin(now, lastAt, backOff(ofExchange)),
    exchangeAnswered() {
      if (ofExchange > 0) log.info({ failures: ofExchange }, "market data is back");
      ofExchange = 0;
    },
    exchangeFailed(error: ExchangeError, now: number) {
      ofExchange += 1;
      lastAt = now;
      const pause = backOff(ofExchange);
      if (ofExchange > 1 && pause === backOff(ofExchange - 1)) return;
      log.warn({ reason: error.message, retryInSeconds: pause / 1000 }, "market data failed, the last prices stand");
    },
    storeAnswered() {
      isStoreAway = false;
    },
    storeFailed(error: unknown) {
      if (!isStoreAway) log.warn({ err: error }, "market prices cannot be kept in the database");
      isStoreAway = true;
    },
  };
}
