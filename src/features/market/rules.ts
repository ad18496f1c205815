import { backoff } from "#shared/retry.ts";
import { DAY } from "#shared/time.ts";
import coins from "./coins.json" with { type: "json" };

/** A coin that the publication follows. To add one, add a line to `coins.json`. */
export type Coin = {
  symbol: string;
  name: string;
  /** Whether the name is also a word, which names the coin only with a capital. */
  is_word?: boolean | undefined;
  /** The exchange's symbol for its dollar price; also the key of the coin in the API and the database. */
  pair: string;
  /** The pair that replaced it when the exchange renamed the coin. */
  successor?: string | undefined;
  /** Sample price and change in percent, for the demo edition alone. */
  demo: string[];
};

export const COINS: readonly Coin[] = coins;

export const REFRESH_INTERVAL_MS = 10_000;
/** An older price is marked as old. Milliseconds. */
const STALE_AFTER = 60_000;
export const MAX_BACKOFF_MS = 300_000;

/** A pair whose statistics end this long before the newest ones is no longer traded. Milliseconds. */
const DEAD_AFTER = DAY;

const PRICE = /^\d{1,10}(?:\.\d{1,18})?$/;
const PERCENT = /^-?\d{1,6}(?:\.\d{1,8})?$/;

/** One price as the exchange sent it: decimal numbers as text, never converted to floating point. */
export type Quote = { symbol: string; lastPrice: string; priceChangePercent: string };

/** The source of the demo edition's sample prices. */
export const DEMO_SOURCE = "demo";

/** `source`: the host that the price came from, "exchange" for one stored before hosts were, or `DEMO_SOURCE`. */
export type KnownPrice = Quote & { source: string; updatedAt: number };

/** The source of prices that come from an address: its host. */
export const sourceOf = (url: string): string => new URL(url).host;

/** The exchange is unavailable, or its response is unusable. The message is safe to log. */
export class ExchangeError extends Error {
  override name = "ExchangeError";
}

/** The pause after `failures` failures in a row: 10 s, 20 s, 40 s … up to five minutes. Milliseconds. */
export function backOff(failures: number): number {
  return backoff({ first: REFRESH_INTERVAL_MS, max: MAX_BACKOFF_MS }, Math.max(1, failures));
}

/** Whether `now` is within `span` after `since`. If the clock was set back, the wait ends instead of growing. */
export function isWithin(now: number, since: number, span: number): boolean {
  return now >= since && now - since < span;
}

export function isStale(price: KnownPrice, now: number): boolean {
  return price.source === DEMO_SOURCE || now - price.updatedAt > STALE_AFTER;
}

/**
 * Parses the exchange's 24-hour ticker list: the pairs of the coins in their order, without malformed or implausible
 * items. Throws `ExchangeError` if nothing is left.
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
  if (quotes.length === 0) throw new ExchangeError("the response has no tracked pair");
  return quotes;
}

/** `closeTime`, in epoch milliseconds, and `trades` refer to the last 24 hours in which the pair was traded. */
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

function readList(text: string): unknown[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ExchangeError("the response is not JSON");
  }
  if (!Array.isArray(body)) throw new ExchangeError("the response is not a list");
  return body;
}

function readPair(item: unknown): Pair | null {
  if (typeof item !== "object" || item === null) return null;
  const { symbol, lastPrice, priceChangePercent, closeTime, count } = item as Record<string, unknown>;
  if (typeof symbol !== "string" || typeof lastPrice !== "string" || typeof priceChangePercent !== "string")
    return null;
  if (!PRICE.test(lastPrice) || Number(lastPrice) === 0) return null;
  // Nothing can lose more than 100 % of its value.
  if (!PERCENT.test(priceChangePercent) || Number(priceChangePercent) < -100) return null;
  return {
    symbol,
    lastPrice,
    priceChangePercent,
    closeTime: typeof closeTime === "number" ? closeTime : undefined,
    trades: typeof count === "number" ? count : undefined,
  };
}
