import { mayBeMisspelt, withinOneEdit } from "#features/vocabulary/rules.ts";
import { words } from "#shared/text.ts";

/** Maximum of words used of a query, and of characters used of each; words of a text are cut alike. */
const MAX_WORDS = 8;
export const MAX_WORD_CHARS = 64;

/** A word as displayed: letters and digits with their accents. */
const VISIBLE_WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** The words of a text as they are indexed: folded, cut to `MAX_WORD_CHARS` without halving a character. */
export function indexWords(text: string): string[] {
  return words(text).map(cutWord);
}

function cutWord(word: string): string {
  return word.length <= MAX_WORD_CHARS ? word : word.slice(0, MAX_WORD_CHARS).replace(/[\uD800-\uDBFF]$/, "");
}

/** The distinct words of a query, at most 8. Everything else in it (operators, quotes, emoji) is ignored. */
export function queryWords(query: string, isWanted: (word: string) => boolean = () => true): string[] {
  return [...new Set(indexWords(query))].filter(isWanted).slice(0, MAX_WORDS);
}

/** A piece of a text: one matching word, or the text between. */
export type TextSegment = { text: string; match: boolean };

/**
 * Splits a text into matching words and the rest, for highlighting search results. A word matches if it begins with a
 * word of the query, ignoring accents and case; a query word that begins no word of the text matches those one typing
 * error away. The joined segments equal the text, character by character.
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
