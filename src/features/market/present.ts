import { COINS, isStale, type KnownPrice } from "./rules.ts";
import type { TickerItem } from "./schema.ts";

/** The known prices as readers see them, in the order of the coins; a coin without a price is omitted. */
export function presentTicker(known: ReadonlyMap<string, KnownPrice>, now: number): TickerItem[] {
  return COINS.flatMap(({ pair: symbol }) => {
    const price = known.get(symbol);
    if (!price) return [];
    const { lastPrice, priceChangePercent, source } = price;
    const updated_at = new Date(price.updatedAt).toISOString();
    return [{ symbol, lastPrice, priceChangePercent, source, updated_at, stale: isStale(price, now) }];
  });
}
