type Signs = { double: readonly [string, string]; single: readonly [string, string]; dash: string };

const ENGLISH: Signs = { double: ["“", "”"], single: ["‘", "’"], dash: "—" };
const GERMAN: Signs = { double: ["„", "“"], single: ["‚", "‘"], dash: "–" };
/** French quotation marks with narrow no-break spaces inside. */
const FRENCH: Signs = { double: ["«\u202f", "\u202f»"], single: ["‘", "’"], dash: "—" };
const SPANISH: Signs = { double: ["«", "»"], single: ["“", "”"], dash: "—" };
const SIGNS: Readonly<Record<string, Signs>> = { en: ENGLISH, de: GERMAN, fr: FRENCH, es: SPANISH, it: SPANISH };

/** The typographic characters of a language, by its tag (`en-GB`). */
export const signsOf = (language: string): Signs => SIGNS[language.slice(0, 2).toLowerCase()] ?? ENGLISH;

const APOSTROPHE = "’";

/** The language of the site, whose typographic characters are typed. */
export const siteLanguage = (): string => globalThis.document?.documentElement.lang ?? "";

/** Replaces the last `length` typed characters, where the text ends with `find`. */
type SignRule = { find: RegExp; length: number; written: string };

const sign = (find: RegExp, length: number, written: string): SignRule => ({ find, length, written });

/** What typed quotes, hyphens and dots become in a language. The first rule that fits applies. */
function signRules(language: string): SignRule[] {
  const { double, single, dash } = signsOf(language);
  return [
    sign(/\.\.\.$/, 3, "…"),
    sign(/\d--$/, 2, "–"),
    // Not at the start of a line, where three of them are a divider.
    sign(/[^-]--$/, 2, dash),
    // Quotes open at the start and after a space, bracket, dash or another opening quote.
    sign(/(?:^|[\s([{—–“‘«„/])"$/, 1, double[0]),
    sign(/"$/, 1, double[1]),
    sign(/(?:^|[\s([{—–“‘«„/])'$/, 1, single[0]),
    // Within and after a word it is an apostrophe, which also closes quotations in English.
    sign(/[\p{L}\p{N}]'$/u, 1, APOSTROPHE),
    sign(/'$/, 1, single[1]),
  ];
}

/** The language whose characters are typed in an element: that of the text around it, or the site's. */
export const languageAt = (element: Element): string =>
  element.closest<HTMLElement>("[lang]:not([lang=''])")?.lang ?? siteLanguage();

const MAX_CONTEXT = 4;

/** A text with the characters that typing it would have given. */
export function withSigns(text: string, language: string): string {
  let written = "";
  for (const letter of text) {
    written += letter;
    const sign = /["']/.test(letter) ? typedSign(written.slice(-MAX_CONTEXT), language) : null;
    if (sign) written = written.slice(0, -sign.length) + sign.written;
  }
  return written;
}

/** The replacement at the end of a typed text, as in the text of an article; null for none. */
export function typedSign(text: string, language = siteLanguage()): { length: number; written: string } | null {
  return signRules(language).find(({ find }) => find.test(text)) ?? null;
}
