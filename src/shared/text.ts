import { APOSTROPHE, foldLetters, withoutArticle } from "./foldings.ts";

const SIGNS: Readonly<Record<"sup" | "sub", Readonly<Record<string, string>>>> = {
  // Left out of readers' scripts, which never call `scriptText`.
  sup: /* @__PURE__ */ signs("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ"),
  sub: /* @__PURE__ */ signs("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎"),
};

function signs(plain: string, small: string): Record<string, string> {
  const to = [...small];
  return Object.fromEntries([...plain].map((sign, at) => [sign, to[at] ?? sign]));
}

/** Letters after a number, as in 1st and 2º, and signs of trade marks read the same on the line. */
const ORDINAL = /^(?:\p{L}{1,3}|[ªº°])\.?$/u;
const TRADE_MARKS: Readonly<Record<string, string>> = { TM: "™", SM: "℠" };

/**
 * Superscript or subscript as plain text: small signs where Unicode has them all, else after `^` or `_`, so that 10⁹
 * never becomes 109. `before`: the text it follows.
 */
export function scriptText(name: "sup" | "sub", text: string, before: string): string {
  const inner = text.trim();
  if (inner === "") return text;
  const small = [...inner].map((sign) => SIGNS[name][sign]);
  if (small.every((sign) => sign !== undefined)) return small.join("");
  if (name === "sup" && inner in TRADE_MARKS) return TRADE_MARKS[inner] ?? inner;
  if (name === "sup" && ORDINAL.test(inner) && /\d$/.test(before)) return inner;
  const sign = name === "sup" ? "^" : "_";
  return [...inner].length === 1 ? sign + inner : `${sign}(${inner})`;
}

/** Text rules shared by server and browser. Pure. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const BEYOND_ASCII = /[^\x00-\x7f]/;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** Runs of scripts that write words without spaces. */
const UNSPACED = /([\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+)/u;

/** Whether every store keeps a text unchanged: PostgreSQL rejects NUL, and UTF-8 cannot encode a lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();

/** Controls that show letters in another order than they are stored in; no language needs them. */
const OVERRIDES = /[\u202d\u202e]/g;
export const hasOverride = (text: string): boolean => text.search(OVERRIDES) !== -1;
export const withoutOverrides = (text: string): string => text.replace(OVERRIDES, "");

/**
 * Lower-cases, and gives letters that are written in several ways one form, so that "Zieliński" and "zielinski" match. Marks
 * stay in scripts in which they make another letter.
 */
export const fold = (text: string): string =>
  // Most texts contain nothing to fold, and need not be scanned several times.
  BEYOND_ASCII.test(text) ? foldLetters(text) : text.toLowerCase();

/** Marks that nobody sees; flags of regions need theirs. */
const UNSEEN = /(\u{1f3f4}[\u{e0020}-\u{e007f}]+)|\p{Default_Ignorable_Code_Point}/gu;
/** Letters in another width. */
const OTHER_WIDTH = /[\uff01-\uffee]+/gu;

/**
 * The form in which names are the same: without case, width, invisible marks and repeated spaces, and nothing else, because
 * an accent may be a letter (decision 208). The same on both engines, unlike their `lower`.
 */
export const nameKey = (name: string): string =>
  name
    .replace(UNSEEN, "$1")
    .normalize("NFC")
    .replace(OTHER_WIDTH, (wide) => wide.normalize("NFKC"))
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replace(/\s+/gu, " ")
    .trim()
    .normalize("NFC");

/** The first `max` UTF-16 units of a text, without half a letter at the end. */
export const beginningOf = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, "");

/**
 * The words of a text, folded: runs of letters and digits in any script. In scripts without spaces between words, each
 * pair of adjacent letters is a word, and so is the last letter, so that any part of a run starts some of its words.
 */
export function words(text: string): string[] {
  const runs = fold(text).replace(APOSTROPHE, "").match(WORD) ?? [];
  if (!BEYOND_ASCII.test(text)) return runs;
  return runs.flatMap((run) =>
    splitByScript(run).flatMap(({ text, isUnspaced }) =>
      isUnspaced ? pairs(lettersOf(text)) : [withoutArticle(text)],
    ),
  );
}

/** Splits a run of letters where it changes between scripts with and without spaces. */
export function splitByScript(run: string): { text: string; isUnspaced: boolean }[] {
  // Every second part is what the pattern has captured.
  return run.split(UNSPACED).flatMap((text, at) => (text === "" ? [] : [{ text, isUnspaced: at % 2 === 1 }]));
}

const pairs = (letters: string[]): string[] => letters.map((letter, at) => letter + (letters[at + 1] ?? ""));

/** The letters of a text, each with its marks. */
const lettersOf = (text: string): string[] => text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];

/** Whether a word is one letter of a script without spaces. */
export const isUnspacedLetter = (word: string): boolean => lettersOf(word).length === 1 && UNSPACED.test(word);

/** The paragraphs of a text, separated by blank lines. */
export function paragraphsOf(text: string): string[] {
  const paragraphs = [""];
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === "") paragraphs.push("");
    else paragraphs.push(`${paragraphs.pop()}${line}\n`);
  }
  return paragraphs.map((paragraph) => paragraph.trim()).filter((paragraph) => paragraph !== "");
}

/** Words read per minute, and letters in scripts that write words without spaces. */
const WORDS_A_MINUTE = 230;
const IDEOGRAPHS_A_MINUTE = 480;
const LETTERS_A_MINUTE = 1_000;

const IDEOGRAPH = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;
const COUNTED = /[\p{L}\p{N}]/u;
const COUNTED_LETTERS = /[\p{L}\p{N}]/gu;

/**
 * The length of a text: its words, and the letters of scripts without spaces between words, such as Chinese and Thai.
 */
export type TextLength = { words: number; ideographs: number; letters: number };

export const NO_TEXT: TextLength = { words: 0, ideographs: 0, letters: 0 };

export function textLength(text: string): TextLength {
  // Most texts have no script like that, and need not be split at each word.
  if (!UNSPACED.test(text)) return { ...NO_TEXT, words: text.split(/\s+/).filter((word) => COUNTED.test(word)).length };
  const length = { ...NO_TEXT };
  for (const word of text.split(/\s+/)) {
    if (!COUNTED.test(word)) continue;
    let hasSpaced = false;
    for (const { text: part, isUnspaced } of splitByScript(word)) {
      if (!isUnspaced) hasSpaced ||= COUNTED.test(part);
      else length[IDEOGRAPH.test(part) ? "ideographs" : "letters"] += part.match(COUNTED_LETTERS)?.length ?? 0;
    }
    if (hasSpaced) length.words += 1;
  }
  return length;
}

export const sumOfLengths = (one: TextLength, other: TextLength): TextLength => ({
  words: one.words + other.words,
  ideographs: one.ideographs + other.ideographs,
  letters: one.letters + other.letters,
});

/** Minutes of reading, rounded; at least 1 if there is anything to read. */
export function readingMinutes({ words, ideographs, letters }: TextLength): number {
  const minutes = words / WORDS_A_MINUTE + ideographs / IDEOGRAPHS_A_MINUTE + letters / LETTERS_A_MINUTE;
  return minutes === 0 ? 0 : Math.max(1, Math.round(minutes));
}
