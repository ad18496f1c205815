/** Text rules shared by server and browser. Pure. */

/** More marks on one letter than any script uses; normalizing thousands of them takes quadratic time. */
const PILED_MARKS = /(\p{M}{10})\p{M}+/gu;
const MARKS = /\p{M}+/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const BEYOND_ASCII = /[^\x00-\x7f]/;
const WORD = /[\p{L}\p{N}]+/gu;
/** Runs of scripts that write words without spaces. */
const UNSPACED = /([\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+)/u;

/** Whether every store keeps a text unchanged: PostgreSQL refuses NUL, and UTF-8 cannot encode a lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();

/** Controls that make readers see letters in another order than they are stored in; no language needs them. */
const OVERRIDES = /[\u202d\u202e]/g;
export const hasOverride = (text: string): boolean => text.search(OVERRIDES) !== -1;
export const withoutOverrides = (text: string): string => text.replace(OVERRIDES, "");

/**
 * Lower-cases and removes accents, so that "Zieliński" and "zielinski" match. Letters that do not decompose are mapped.
 */
export function fold(text: string): string {
  // Most texts contain nothing to remove, and need not be scanned five times.
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  return text
    .replace(PILED_MARKS, "$1")
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .replace(/[łøđħßı]/g, (letter) => ({ ł: "l", ø: "o", đ: "d", ħ: "h", ß: "ss", ı: "i" })[letter] ?? letter);
}

/** The form in which names are compared: trimmed, ignoring case. The same on both engines, unlike their `lower`. */
export const nameKey = (name: string): string => name.normalize("NFC").trim().toLowerCase();

/** The first `max` UTF-16 units of a text, without half of a letter that has two. */
export const beginningOf = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, "");

/**
 * The words of a text, folded: runs of letters and digits in any script. Where a script puts no spaces between words,
 * each letter with the next one is a word, and the last letter alone: so any part of a run begins some of its words.
 */
export function words(text: string): string[] {
  const runs = fold(text).match(WORD) ?? [];
  if (!BEYOND_ASCII.test(text)) return runs;
  return runs.flatMap((run) =>
    splitByScript(run).flatMap(({ text, isUnspaced }) => (isUnspaced ? pairs([...text]) : [text])),
  );
}

/** Splits a run of letters where it changes between scripts with and without spaces. */
export function splitByScript(run: string): { text: string; isUnspaced: boolean }[] {
  // Every second part is what the pattern has captured.
  return run.split(UNSPACED).flatMap((text, at) => (text === "" ? [] : [{ text, isUnspaced: at % 2 === 1 }]));
}

const pairs = (letters: string[]): string[] => letters.map((letter, at) => letter + (letters[at + 1] ?? ""));

/** Whether a word is one letter of a script without spaces. */
export const isUnspacedLetter = (word: string): boolean => [...word].length === 1 && UNSPACED.test(word);

/** The paragraphs of a text, separated by blank lines. */
export function paragraphsOf(text: string): string[] {
  const paragraphs = [""];
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === "") paragraphs.push("");
    else paragraphs.push(`${paragraphs.pop()}${line}\n`);
  }
  return paragraphs.map((paragraph) => paragraph.trim()).filter((paragraph) => paragraph !== "");
}
