/** Text rules shared by server and browser. Pure. */

/** More marks on one letter than any script writes; normalising thousands of them takes quadratic time. */
const PILED_MARKS = /(\p{M}{10})\p{M}+/gu;
const MARKS = /\p{M}+/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const BEYOND_ASCII = /[^\x00-\x7f]/;
const WORD = /[\p{L}\p{N}]+/gu;

/** Whether every store keeps a text as it is: PostgreSQL refuses NUL, and UTF-8 cannot carry a lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();

/** Lower-cases and takes accents off, so that "Zieliński" and "zielinski" meet. Letters that do not decompose are mapped. */
export function fold(text: string): string {
  // Most texts have nothing to take off, and need not be walked through five times.
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  return text
    .replace(PILED_MARKS, "$1")
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .replace(/[łøđħß]/g, (letter) => ({ ł: "l", ø: "o", đ: "d", ħ: "h", ß: "ss" })[letter] ?? letter);
}

/** The words of a text, folded: runs of letters and digits in any script. */
export function words(text: string): string[] {
  return fold(text).match(WORD) ?? [];
}

/**
 * A slug from a name as it is typed (spec section 5): lower-cased, runs of white space replaced by hyphens.
 * Characters that have no place in a path are dropped afterwards.
 */
export function slugify(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/\s+/g, "-")
    .replace(/[^\p{L}\p{N}\p{M}_-]/gu, "")
    .slice(0, 100);
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", apos: "'", nbsp: " " };

/** The plain text of sanitised HTML: blocks separated by a space, entities decoded, white space folded. */
export function htmlToText(html: string): string {
  return html
    .replace(/<\/(p|h[1-6]|li|blockquote|pre|div)>|<(br|hr)\b[^>]*>/gi, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, " ")
    .trim();
}

/** The address of the first image in sanitised HTML, or null. */
export function firstImage(html: string): string | null {
  const match = /<img\b[^>]*?\ssrc="([^"]+)"/i.exec(html);
  return match?.[1]?.replaceAll("&amp;", "&") ?? null;
}
