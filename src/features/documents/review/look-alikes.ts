import table from "./look-alikes.json" with { type: "json" };

/** What a letter looks like, in Latin letters, from Unicode's data (decision 196). */
const LATIN = new Map(
  Object.entries(table.letters).flatMap(([form, letters]) => [...letters].map((one) => [one, form])),
);

/** Replaces all letters that look like Latin ones. */
export const inLatin = (text: string): string => Array.from(text, (letter) => LATIN.get(letter) ?? letter).join("");

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const ASCII = /^[\x00-\x7f]*$/;
const LOOK_ALIKE = new RegExp(`[${[...LATIN.keys()].join("")}]`, "u");

/** What a character says about its word: a letter of a kind, that the word ends there, or nothing. */
const [LATIN_LETTER, LOOKS_LATIN, OTHER_LETTER, END, NEUTRAL] = [1, 2, 4, 8, 16];

function kindOf(letter: string): number {
  if (/\p{Script=Latin}/u.test(letter)) return LATIN_LETTER;
  if (LATIN.has(letter)) return LOOKS_LATIN;
  if (/\p{L}/u.test(letter)) return OTHER_LETTER;
  return /[\p{N}\p{M}\p{S}]/u.test(letter) ? NEUTRAL : END;
}

/**
 * Replaces letters that look like Latin ones in words that mix scripts, or that look Latin as a whole: in other words, a
 * letter is what it is. Takes linear time.
 */
export function withoutLookAlikes(text: string): string {
  if (!LOOK_ALIKE.test(text)) return text;
  const kinds = new Map<number, number>();
  const done: string[] = [];
  let [start, seen] = [0, 0];
  const take = (end: number) => {
    const isLatin = (seen & LATIN_LETTER) !== 0 || (seen & (LOOKS_LATIN | OTHER_LETTER)) === LOOKS_LATIN;
    const word = text.slice(start, end);
    done.push(isLatin && !ASCII.test(word) ? inLatin(word) : word);
    [start, seen] = [end, 0];
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    const kind = kinds.get(code) ?? kindOf(String.fromCodePoint(code));
    kinds.set(code, kind);
    seen |= kind;
    if (code > 0xffff) at += 1;
    if (kind === END) take(at + 1);
  }
  take(text.length);
  return done.join("");
}
