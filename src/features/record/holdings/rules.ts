import { COINS } from "#features/market/rules.ts";
import { wallIn } from "#shared/time.ts";

/** More rows than any trader needs; limits what is read together. */
export const MAX_HOLDINGS = 200;
export const MAX_SYMBOL_LENGTH = 15;

export const NO_HOLDING = "Holding not found.";
export const TOO_MANY_HOLDINGS = `You have registered ${MAX_HOLDINGS} holdings. Remove old ones first.`;
export const ENDS_BEFORE = "The last day must not be before the first.";

/** First and last day of a holding, inclusive, in ISO 8601; `to` is null while it is held. */
export type Span = { from: string; to: string | null };

export const isHeldOn = (day: string, { from, to }: Span): boolean => from <= day && (to === null || day <= to);

const padded = (part: number, length: number) => String(part).padStart(length, "0");

export function dayIn(zone: string, instant: number): string {
  const { year, month, day } = wallIn(zone, instant);
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

const WORD = /\$?[\p{L}\p{N}]+/gu;

/** Tickers by the coin's name in lower case; a renamed coin has two. */
const TICKERS = new Map(
  COINS.map(({ name, symbol, pair, successor }) => {
    const quote = pair.slice(symbol.length);
    return [name.toLowerCase(), successor ? [symbol, successor.slice(0, -quote.length)] : [symbol]];
  }),
);
const COMMON_WORDS = new Set(COINS.filter(({ is_word }) => is_word).map(({ name }) => name.toLowerCase()));
const LONGEST = Math.max(...COINS.map(({ name }) => name.split(" ").length));

const isCapital = (name: string) => name.charAt(0) !== name.charAt(0).toLowerCase();

/**
 * The symbols in a text: a word in capitals (`BTC`), a cashtag in any case (`$btc`), or the name of a followed coin.
 * Names that are also words count only with a capital, and one-letter symbols only as a cashtag, so `near`, `link` and
 * `A` are not symbols. Takes linear time.
 */
export function symbolsNamed(text: string, symbols: ReadonlySet<string>): Set<string> {
  const named = new Set<string>();
  if (symbols.size === 0) return named;
  const words = [...text.matchAll(WORD)].map((match) => ({ word: match[0], at: match.index }));
  let after = 0;
  for (const [index, { word }] of words.entries()) {
    const symbol = word.startsWith("$") ? word.slice(1).toUpperCase() : word.length > 1 ? word : "";
    if (symbols.has(symbol)) named.add(symbol);
    const coin = index < after ? undefined : coinNamed(text, words.slice(index, index + LONGEST));
    if (!coin) continue;
    after = index + coin.words;
    for (const ticker of coin.tickers) if (symbols.has(ticker)) named.add(ticker);
  }
  return named;
}

function coinNamed(text: string, words: { word: string; at: number }[]) {
  for (let count = words.length; count > 0; count -= 1) {
    const last = words[count - 1] ?? { word: "", at: 0 };
    const name = text.slice(words[0]?.at, last.at + last.word.length).replace(/\s+/g, " ");
    const key = name.toLowerCase();
    const found = TICKERS.has(key) ? key : key.replace(/s$/, "");
    const tickers = TICKERS.get(found);
    if (tickers) return COMMON_WORDS.has(found) && !isCapital(name) ? undefined : { tickers, words: count };
  }
  return undefined;
}
