import type { TickerItem } from "../schema.ts";

/** The texts of a coin in the ticker. `price` and `change` have two decimals; `full` has every digit. */
export type PriceText = {
  symbol: string;
  price: string;
  change: string;
  rising: boolean;
  /** The price with all digits, so that 0.00001234 does not read as zero. */
  full: string;
  /** The whole item as a sentence, for assistive technology. */
  sentence: string;
};

const PRICE = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const FULL = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
  maximumFractionDigits: 12,
});
const CHANGE = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formatting is slow, and the same prices are on all pages that are rendered while they last. */
const texts = new WeakMap<TickerItem, PriceText>();

/** Formats one ticker item for the strip: the symbol without USDT; a change of zero counts as rising. */
export function priceText(item: TickerItem): PriceText {
  const text = texts.get(item) ?? format(item);
  texts.set(item, text);
  return text;
}

function format(item: TickerItem): PriceText {
  const symbol = item.symbol.replace(/USDT$/, "");
  const price = Number(item.lastPrice);
  const change = Number(item.priceChangePercent);
  const rising = change >= 0;
  const amount = CHANGE.format(Math.abs(change));
  const full = FULL.format(price);
  return {
    symbol,
    price: PRICE.format(price),
    change: `${rising ? "+" : "-"}${amount}%`,
    rising,
    full,
    sentence: `${symbol} ${full}, ${rising ? "up" : "down"} ${amount}% in 24 hours${item.stale ? ", delayed" : ""}`,
  };
}
