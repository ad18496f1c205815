import coins from "./coins.json" with { type: "json" };

/** A coin that the publication follows. A new one is one more line of `coins.json`. */
export type Coin = {
  symbol: string;
  name: string;
  /** What the exchange calls its price in dollars; the API and the database know the coin by it. */
  pair: string;
  /** The pair that trades in its place since the exchange renamed it. */
  successor?: string | undefined;
  /** Price and change in percent, of no particular day, that stand until the exchange has answered once. */
  demo: string[];
};

/** In the order in which the ticker shows them. */
export const COINS: readonly Coin[] = coins;

/** The exchange is asked at most this often, for all readers together. Milliseconds. */
export const REFRESH_INTERVAL_MS = 10_000;
/** A price older than this is marked as old. Milliseconds. */
const STALE_AFTER = 60_000;
/** The longest pause after repeated failures. Milliseconds. */
export const MAX_BACKOFF_MS = 300_000;

/** A pair whose statistics end this long before the newest ones is no longer traded. Milliseconds. */
const DEAD_AFTER = 86_400_000;

const PRICE = /^\d{1,10}(?:\.\d{1,18})?$/;
const PERCENT = /^-?\d{1,6}(?:\.\d{1,8})?$/;

/** One price as the exchange gave it: decimal numbers in text, never turned into floating point. */
export type Quote = { symbol: string; lastPrice: string; priceChangePercent: string };

/** A price with where it comes from and when, in epoch milliseconds. */
export type KnownPrice = Quote & { source: "exchange" | "demo"; updatedAt: number };

/** The exchange could not be asked, or its answer cannot be used. The message is fit for the log. */
export class ExchangeError extends Error {
  override name = "ExchangeError";
}

/** The pause after so many failures in a row: 10 s, 20 s, 40 s … up to five minutes. Milliseconds. */
export function backOff(failures: number): number {
  return Math.min(REFRESH_INTERVAL_MS * 2 ** Math.max(0, failures - 1), MAX_BACKOFF_MS);
}

/** Whether `now` lies within `span` after `since`. A clock that was set back ends the wait instead of prolonging it. */
export function isWithin(now: number, since: number, span: number): boolean {
  return now >= since && now - since < span;
}

/** Whether a reader must be told that this price may no longer hold: it is old, or a demo price. */
export function isStale(price: KnownPrice, now: number): boolean {
  return price.source === "demo" || now - price.updatedAt > STALE_AFTER;
}

/**
 * Reads the exchange's 24-hour ticker list: the pairs of the coins in their order. An item that is not plain and
 * plausible is left out. Throws `ExchangeError` when nothing is left: not JSON, no list, no pair of a coin.
 */
export function parseTicker(body: string, tracked: readonly Coin[] = COINS): Quote[] {
  const pairs = readPairs(body, tracked);
  const newest = Math.max(...[...pairs.values()].map((pair) => pair.closeTime ?? 0));
  const quotes = tracked.flatMap(({ pair: symbol, successor = "" }) => {
    const own = pairs.get(symbol);
    const isDead = !own || own.trades === 0 || (own.closeTime ?? newest) < newest - DEAD_AFTER;
    const pair = isDead ? (pairs.get(successor) ?? own) : own;
    return pair ? [{ symbol, lastPrice: pair.lastPrice, priceChangePercent: pair.priceChangePercent }] : [];
  });
  if (quotes.length === 0) throw new ExchangeError("the answer has no tracked pair");
  return quotes;
}

/** `closeTime`, in epoch milliseconds, and `trades` belong to the last 24 hours in which the pair was traded. */
type Pair = Quote & { closeTime: number | undefined; trades: number | undefined };

function readPairs(body: string, tracked: readonly Coin[]): Map<string, Pair> {
  const wanted = new Set(tracked.flatMap(({ pair, successor }) => [pair, successor]));
  const pairs = new Map<string, Pair>();
  for (const item of readList(body)) {
    const pair = readPair(item);
    if (pair && wanted.has(pair.symbol)) pairs.set(pair.symbol, pair);
  }
  return pairs;
}

function readList(body: string): unknown[] {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    throw new ExchangeError("the answer is not JSON");
  }
  if (!Array.isArray(answer)) throw new ExchangeError("the answer is not a list");
  return answer;
}

function readPair(item: unknown): Pair | null {
  if (typeof item !== "object" || item === null) return null;
  const { symbol, lastPrice, priceChangePercent, closeTime, count } = item as Record<string, unknown>;
  if (typeof symbol !== "string" || typeof lastPrice !== "string" || typeof priceChangePercent !== "string")
    return null;
  if (!PRICE.test(lastPrice) || Number(lastPrice) === 0) return null;
  // Nothing can lose more than all of its value.
  if (!PERCENT.test(priceChangePercent) || Number(priceChangePercent) < -100) return null;
  return {
    symbol,
    lastPrice,
    priceChangePercent,
    closeTime: typeof closeTime === "number" ? closeTime : undefined,
    trades: typeof count === "number" ? count : undefined,
  };
}
