import { deriveContent } from "#features/content/derive.ts";
import type { Random } from "#shared/random.ts";

/** Generates sentences in the style of the texts it was given. */
export type Prose = {
  /** One sentence, from its capital to its full stop. */
  sentence: (random: Random) => string;
  /** A word of substance, for tags. */
  word: (random: Random) => string;
};

/**
 * A pair of neighbouring words, identified by its second, and the pairs that may follow, repeated as often as they did
 * follow. Linked, as looking each pair up by its text takes twice as long.
 */
type Pair = { word: string; isEnd: boolean; next: Pair[] };

const SENTENCE_END = /[.?!]$/;
const MAX_SENTENCE_WORDS = 40;
const WORD_OF_SUBSTANCE = /^[a-z]{6,}$/;

/**
 * A second-order Markov chain over the words of the given HTML texts: which word follows each pair. The output reads
 * like prose, has the vocabulary of real articles, and never repeats.
 */
export function learnProse(texts: string[]): Prose {
  const starts: { first: string; pair: Pair }[] = [];
  const pairs = new Map<string, Pair>();
  const pairOf = (first: string, word: string): Pair => {
    const key = `${first} ${word}`;
    const pair = pairs.get(key) ?? { word, isEnd: SENTENCE_END.test(word), next: [] };
    pairs.set(key, pair);
    return pair;
  };
  const substance = new Set<string>();
  for (const text of texts) {
    const words = deriveContent(text).content.text.split(/\s/);
    for (let index = 0; index + 2 < words.length; index += 1) {
      const [first = "", second = "", third = ""] = words.slice(index, index + 3);
      const pair = pairOf(first, second);
      pair.next.push(pairOf(second, third));
      const begins = index === 0 || SENTENCE_END.test(words[index - 1] ?? "");
      if (begins && /^[A-Z]/.test(first) && !SENTENCE_END.test(first)) starts.push({ first, pair });
      if (WORD_OF_SUBSTANCE.test(first)) substance.add(first);
    }
  }
  const listed = [...substance];

  const sentence = (random: Random): string => {
    const start = random.pick(starts);
    let { pair } = start;
    let text = `${start.first} ${pair.word}`;
    for (let words = 2; !pair.isEnd && words < MAX_SENTENCE_WORDS && pair.next.length > 0; words += 1) {
      pair = random.pick(pair.next);
      text += ` ${pair.word}`;
    }
    return SENTENCE_END.test(text) ? text : `${text.replace(/[,;:]$/, "")}.`;
  };
  return { sentence, word: (random) => random.pick(listed) };
}
