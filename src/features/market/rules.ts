/** The tracked coins in the spec's order; the bare WLD entry of the described build is dropped. */
const COINS =
  "BTC ETH BNB SOL XRP ADA DOGE MATIC DOT LTC AVAX LINK TRX UNI SHIB CRO XLM ETC FIL ALGO ARB OP SUI AAVE XEC PEPE TON INJ";

/** The 28 tracked pairs with USDT, in the order in which the ticker shows them. */
export const TRACKED_SYMBOLS: readonly string[] = COINS.split(" ").map((coin) => `${coin}USDT`);

/** The exchange is asked at most this often, for all readers together. Milliseconds. */
export const REFRESH_INTERVAL_MS = 10_000;
/** A price older than this is marked as old. Milliseconds. */
const STALE_AFTER = 60_000;
/** The longest pause after repeated failures. Milliseconds. */
export const MAX_BACKOFF_MS = 300_000;

/** The pair that the exchange renamed, and the one that trades in its place. */
const RENAMED = "MATICUSDT";
const SUCCESSOR = "POLUSDT";
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
 * Reads the exchange's 24-hour ticker list: the tracked pairs in the spec's order. An item that is not plain and
 * plausible is left out. Throws `ExchangeError` when nothing is left: not JSON, no list, no tracked pair.
 */
export function parseTicker(body: string): Quote[] {
  const pairs = readPairs(body);
  const newest = Math.max(...[...pairs.values()].map((pair) => pair.closeTime ?? 0));
  const renamed = pairs.get(RENAMED);
  const successor = pairs.get(SUCCESSOR);
  const isDead = !renamed || renamed.trades === 0 || (renamed.closeTime ?? newest) < newest - DEAD_AFTER;
  if (isDead && successor) pairs.set(RENAMED, successor);

  const quotes = TRACKED_SYMBOLS.flatMap((symbol) => {
    const pair = pairs.get(symbol);
    return pair ? [{ symbol, lastPrice: pair.lastPrice, priceChangePercent: pair.priceChangePercent }] : [];
  });
  if (quotes.length === 0) throw new ExchangeError("the answer has no tracked pair");
  return quotes;
}

/** `closeTime`, in epoch milliseconds, and `trades` belong to the last 24 hours in which the pair was traded. */
type Pair = Quote & { closeTime: number | undefined; trades: number | undefined };

function readPairs(body: string): Map<string, Pair> {
  const wanted = new Set([...TRACKED_SYMBOLS, SUCCESSOR]);
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
