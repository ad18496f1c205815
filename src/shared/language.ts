export type Direction = "ltr" | "rtl";

const LETTER = /\p{L}/u;
/** Letters of the scripts that are written from right to left. */
const RIGHT_TO_LEFT_LETTER =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

/** The direction of a text by its first letter, as `dir="auto"` finds it; null without a letter. */
export function directionOf(text: string): Direction | null {
  const letter = LETTER.exec(text)?.[0];
  return letter === undefined ? null : RIGHT_TO_LEFT_LETTER.test(letter) ? "rtl" : "ltr";
}

/** Any letter of a script from right to left. */
const RIGHT_TO_LEFT_TEXT = /[\u0590-\u08ff]/;

/**
 * The direction of a text in one of direction `around`. From right to left any letter of such a script sets it, as
 * sentences there often start with a Latin name.
 */
export const directionIn = (text: string, around: Direction): Direction =>
  around === "rtl" && RIGHT_TO_LEFT_TEXT.test(text) ? "rtl" : (directionOf(text) ?? around);

/** The language of a site, also of its articles without one. */
export const languageOf = ({ language = "en" }: { language?: string | undefined }): string => language;

/** Longest language tag, as RFC 5646 (4.4.1) recommends. */
export const MAX_LANGUAGE_LENGTH = 35;

/** Registered languages have two or three letters; `Intl` also accepts words, such as "arabic". */
const LANGUAGE = /^[a-z]{2,3}(?![a-z])/i;

/** The canonical form of a BCP 47 tag; null for invalid text. */
export function canonicalLanguage(tag: string): string | null {
  if (!LANGUAGE.test(tag) || tag.length > MAX_LANGUAGE_LENGTH) return null;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

/** Right-to-left scripts, as some browsers do not know a language's direction. */
const RIGHT_TO_LEFT = /Adlm|Arab|Hebr|Nkoo|Rohg|Syrc|Thaa/;

/**
 * The attributes of an element with text in a language. Without one, the text's first letter sets the direction; but in
 * a site from right to left any of its letters does, as sentences there often start with a Latin name.
 */
export function inLanguage(
  language: string | undefined,
  siteLanguage?: string,
  text = "",
): { lang?: string; dir: Direction | "auto" } {
  if (!language)
    return {
      dir: siteLanguage && RIGHT_TO_LEFT_TEXT.test(text) && inLanguage(siteLanguage).dir === "rtl" ? "rtl" : "auto",
    };
  try {
    const { script = "" } = new Intl.Locale(language).maximize();
    return { lang: language, dir: RIGHT_TO_LEFT.test(script) ? "rtl" : "ltr" };
  } catch {
    return { dir: "auto" };
  }
}
