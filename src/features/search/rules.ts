import { words } from "#shared/text.ts";

/** How many words of a query are looked at, and how many characters of each; words of a text are cut alike. */
const MOST_WORDS = 16;
export const LONGEST_WORD = 64;

/** From this length on a word may hold one typing error (contract section 2). In characters. */
const SHORTEST_MISSPELT = 5;

/** A word as the reader sees it: letters and digits with their accents. */
const VISIBLE_WORD = /[\p{L}\p{N}\p{M}]+/gu;
const LETTER = /\p{L}/u;

/** The words of a text as the index knows them: folded, cut to `LONGEST_WORD` without halving a character. */
export function indexWords(text: string): string[] {
  return words(text).map(cutWord);
}

function cutWord(word: string): string {
  return word.length <= LONGEST_WORD ? word : word.slice(0, LONGEST_WORD).replace(/[\uD800-\uDBFF]$/, "");
}

/** The words a query asks for, each once, at most 16. Everything else in it (operators, quotes, emoji) means nothing. */
export function queryWords(query: string): string[] {
  return [...new Set(indexWords(query))].slice(0, MOST_WORDS);
}

/** Whether a query word may also be found misspelt: five characters or more, and not a bare number. */
export function mayBeMisspelt(word: string): boolean {
  return word.length >= SHORTEST_MISSPELT && LETTER.test(word);
}

/**
 * Whether the vocabulary holds every longer word that begins with this one. Beginnings of one and two letters have
 * an index of their own, and numbers are not in the vocabulary.
 */
export function vocabularyHolds(word: string): boolean {
  return word.length >= SHORTEST_MISSPELT - 2 && LETTER.test(word);
}

/** Whether a word of a text belongs in the vocabulary: one letter more and it may be asked for misspelt. */
export function mayHaveNeighbours(word: string): boolean {
  return word.length >= SHORTEST_MISSPELT - 1 && LETTER.test(word);
}

/**
 * Whether two words differ by at most one edit: a letter more, a letter less, another letter, or two neighbours
 * swapped (Damerau-Levenshtein distance of at most 1). Linear in their length.
 */
export function withinOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const restA = endA - start;
  const restB = endB - start;
  if (restA <= 1 && restB <= 1) return true;
  return restA === 2 && restB === 2 && a[start] === b[start + 1] && a[start + 1] === b[start];
}

/** A piece of a text: one matching word, or what stands between. */
export type TextSegment = { text: string; match: boolean };

/**
 * Splits a text into matching words and the rest, for marking search results. A word matches when it begins with a
 * word of the query, accents and case aside; a query word that begins no word of the text matches those it is one
 * typing error away from. The segments joined are the text, character by character.
 */
export function markMatches(text: string, query: string): TextSegment[] {
  const found = [...text.matchAll(VISIBLE_WORD)].map(({ 0: visible, index }) => ({
    start: index,
    end: index + visible.length,
    forms: indexWords(visible),
  }));
  const marked = new Set<number>();
  for (const wanted of queryWords(query)) {
    const having = (matches: (form: string) => boolean) => found.filter(({ forms }) => forms.some(matches));
    let matching = having((form) => form.startsWith(wanted));
    if (matching.length === 0 && mayBeMisspelt(wanted)) matching = having((form) => withinOneEdit(form, wanted));
    for (const { start } of matching) marked.add(start);
  }
  const segments: TextSegment[] = [];
  let done = 0;
  const take = (end: number, match: boolean) => {
    if (end > done) segments.push({ text: text.slice(done, end), match });
    done = end;
  };
  for (const { start, end } of found) {
    if (!marked.has(start)) continue;
    take(start, false);
    take(end, true);
  }
  take(text.length, false);
  return segments;
}
