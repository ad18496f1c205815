/** `fold` and `words` as migration 0005 was written with them (`src/shared/text.ts` then). */

/** More marks on one letter than any script writes; normalising thousands of them takes quadratic time. */
const PILED_MARKS = /(\p{M}{10})\p{M}+/gu;
const MARKS = /\p{M}+/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const BEYOND_ASCII = /[^\x00-\x7f]/;
const WORD = /[\p{L}\p{N}]+/gu;

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
