import { COINS } from "#features/market/rules.ts";
import { type BuiltInLanguage, LANGUAGES } from "#shared/translate.ts";

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

/** The languages that come with the program, in their own words. */
export const LANGUAGE_NAMES: Readonly<Record<BuiltInLanguage, string>> = {
  en: "English",
  sw: "Kiswahili",
  ar: "العربية",
};

export const isBuiltIn = (language: string): language is BuiltInLanguage =>
  LANGUAGES.some((known) => known === language);

/** A language in its own words, if they are known. */
export const languageName = (language: string): string =>
  isBuiltIn(language)
    ? LANGUAGE_NAMES[language]
    : (new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language);

/** The plain fields of what the publication says about itself. Texts are single lines. */
export const SITE_FIELDS = {
  name: {
    kind: "text",
    name: "Name",
    label: "Name",
    min: 1,
    max: 100,
    hint: "On all pages, and as the sender of mails.",
  },
  tagline: {
    kind: "text",
    name: "Tagline",
    label: "Tagline",
    max: 300,
    hint: "What it is about: in the footer, in feeds, for search engines, and once you change it, as the title of the home page.",
  },
  newsletter_text: {
    kind: "text",
    name: "Newsletter text",
    label: "Newsletter box",
    max: 500,
    hint: "Above the field for the address, next to lists and articles.",
  },
  footer_text: {
    kind: "text",
    name: "Footer text",
    label: "Footer text",
    max: 500,
    hint: "After the year and the name, at the end of every page.",
  },
  social: { kind: "links", name: "Social links", label: "Social links", max: 40, most: 12 },
  feed_text: {
    kind: "choice",
    name: "Feed text",
    label: "Feeds",
    values: ["full", "teaser"],
    initial: "full",
    labels: { full: "Whole articles", teaser: "Excerpts" },
    hint: "What feed readers (RSS and JSON Feed) get of each article.",
  },
} as const;

/** The fields of a setting that differ from its defaults. */
export const differingFrom = <Setting extends object>(defaults: Setting, setting: Setting): Partial<Setting> =>
  Object.fromEntries(
    Object.entries(setting).filter(([name, value]) => textOf(value) !== textOf(defaults[name as keyof Setting])),
  ) as Partial<Setting>;
