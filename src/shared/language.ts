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

/** The attributes of an element with text in a language. Without one, the text's first letter sets the direction. */
export function inLanguage(language: string | undefined): { lang?: string; dir: Direction | "auto" } {
  if (!language) return { dir: "auto" };
  try {
    const { script = "" } = new Intl.Locale(language).maximize();
    return { lang: language, dir: RIGHT_TO_LEFT.test(script) ? "rtl" : "ltr" };
  } catch {
    return { dir: "auto" };
  }
}
