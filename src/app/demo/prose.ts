import { htmlToText } from "#shared/text.ts";
import type { Random } from "./art/random.ts";

/** Makes sentences in the manner of the texts it has read. */
export type Prose = {
  /** One sentence, from its capital to its full stop. */
  sentence: (random: Random) => string;
  /** A word of substance, for tags. */
  word: (random: Random) => string;
};

const SENTENCE_END = /[.?!]$/;
const LONGEST_SENTENCE = 40;
const WORD_OF_SUBSTANCE = /^[a-z]{6,}$/;

/**
 * A second-order Markov chain over the words of the given HTML texts: which word follows each pair. The output reads
 * like prose, has the vocabulary of real articles, and is never twice the same.
 */
export function learnProse(texts: string[]): Prose {
  const starts: [string, string][] = [];
  const followers = new Map<string, string[]>();
  const substance = new Set<string>();
  for (const text of texts) {
    const words = htmlToText(text).split(" ");
    for (let index = 0; index + 2 < words.length; index += 1) {
      const [first = "", second = "", third = ""] = words.slice(index, index + 3);
      const key = `${first} ${second}`;
      const known = followers.get(key);
      if (known) known.push(third);
      else followers.set(key, [third]);
      const begins = index === 0 || SENTENCE_END.test(words[index - 1] ?? "");
      if (begins && /^[A-Z]/.test(first) && !SENTENCE_END.test(first)) starts.push([first, second]);
      if (WORD_OF_SUBSTANCE.test(first)) substance.add(first);
    }
  }
  const listed = [...substance];

  const sentence = (random: Random): string => {
    let [first, second] = random.pick(starts);
    const words = [first, second];
    while (!SENTENCE_END.test(second) && words.length < LONGEST_SENTENCE) {
      const next = followers.get(`${first} ${second}`);
      if (!next) break;
      [first, second] = [second, random.pick(next)];
      words.push(second);
    }
    const text = words.join(" ");
    return SENTENCE_END.test(text) ? text : `${text.replace(/[,;:]$/, "")}.`;
  };
  return { sentence, word: (random) => random.pick(listed) };
}
