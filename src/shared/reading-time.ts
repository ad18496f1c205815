import { splitByScript } from "./text.ts";

/** Words that are read in a minute, and letters in scripts that write words without spaces. */
const WORDS_A_MINUTE = 230;
const IDEOGRAPHS_A_MINUTE = 480;
const LETTERS_A_MINUTE = 1_000;

const IDEOGRAPH = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;
const COUNTED = /[\p{L}\p{N}]/u;
const COUNTED_LETTERS = /[\p{L}\p{N}]/gu;

/** How long a text is: its words, and the letters of scripts that put no spaces between words, such as Chinese and Thai. */
export type TextLength = { words: number; ideographs: number; letters: number };

export const NO_TEXT: TextLength = { words: 0, ideographs: 0, letters: 0 };

export function textLength(text: string): TextLength {
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

/** Minutes that reading takes, rounded, at least 1 if there is anything to read. */
export function readingMinutes({ words, ideographs, letters }: TextLength): number {
  const minutes = words / WORDS_A_MINUTE + ideographs / IDEOGRAPHS_A_MINUTE + letters / LETTERS_A_MINUTE;
  return minutes === 0 ? 0 : Math.max(1, Math.round(minutes));
}
