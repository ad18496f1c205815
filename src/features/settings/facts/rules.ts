import { COINS } from "#features/market/rules.ts";

export const MAX_SITE_NAME = 100;
export const MAX_TAGLINE = 300;
export const MAX_SITE_TEXT = 500;
export const MAX_SOCIAL = 12;
export const MAX_SOCIAL_LABEL = 40;
export const MAX_PREVIEW_LENGTH = 20_000;
/** Shorter previews would hide almost everything. 0 shows the full text. */
export const MIN_PREVIEW_LENGTH = 100;
/** As `ARTICLE_PREVIEW_LENGTH`, which is of a feature above. */
export const PREVIEW_LENGTH = 500;

/** The symbols of all coins that the ticker can show, in its default order. */
export const ALL_SYMBOLS: readonly string[] = COINS.map(({ symbol }) => symbol);

const SYMBOL_OF = new Map(COINS.flatMap(({ symbol, pair }) => [[symbol, symbol] as const, [pair, symbol] as const]));

/** The symbol of a coin by it or by its pair, in any case; undefined for an unknown coin. */
export const symbolOf = (text: string): string | undefined => SYMBOL_OF.get(text.trim().toUpperCase());

/** Whether an address can receive mail: those of the machine itself can't. */
export const isReceivable = (email: string): boolean => email !== "" && !/@localhost$/i.test(email);

/** Turns any two JSON values with the same content into the same text. */
const textOf = (value: unknown): string => JSON.stringify(value);

/** What feeds have of an article: all of it, or its excerpt. */
export const FEED_TEXTS = ["full", "teaser"] as const;

/** The fields of a setting that differ from its defaults. */
export const differingFrom = <Setting extends object>(defaults: Setting, setting: Setting): Partial<Setting> =>
  Object.fromEntries(
    Object.entries(setting).filter(([name, value]) => textOf(value) !== textOf(defaults[name as keyof Setting])),
  ) as Partial<Setting>;
