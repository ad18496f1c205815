import { mayBeMisspelt, withinOneEdit } from "#features/vocabulary/rules.ts";
import { words } from "#shared/text.ts";

/** How many words of a query are looked at, and how many characters of each; words of a text are cut alike. */
const MAX_WORDS = 8;
export const MAX_WORD_CHARS = 64;

/** A word as the reader sees it: letters and digits with their accents. */
const VISIBLE_WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** The words of a text as the index knows them: folded, cut to `MAX_WORD_CHARS` without halving a character. */
export function indexWords(text: string): string[] {
  return words(text).map(cutWord);
}

function cutWord(word: string): string {
  return word.length <= MAX_WORD_CHARS ? word : word.slice(0, MAX_WORD_CHARS).replace(/[\uD800-\uDBFF]$/, "");
}

/** The words of a query, each once, at most 8. Everything else in it (operators, quotes, emoji) means nothing. */
export function queryWords(query: string, isWanted: (word: string) => boolean = () => true): string[] {
  return [...new Set(indexWords(query))].filter(isWanted).slice(0, MAX_WORDS);
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
