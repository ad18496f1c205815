import { withinOneEdit } from "#features/vocabulary/rules.ts";
import { fold, words } from "#shared/text.ts";

/** What is found by its name. `words`: other names for it. */
export type Named = { label: string; words?: string };

/** A screen of the admin area and its address. */
export type FinderScreen = Named & { to: string };

/** Shorter words are within one edit of too many others. */
const MIN_MISSPELT_CHARS = 4;

/**
 * How well a name answers a query: 0 if it begins with it, 1 if each word of the query begins one of its words, 2 if it
 * does so with one typing error a word, a swap of neighbours included; undefined if it does not.
 */
export function rankOf(query: string, { label, words: others = "" }: Named): 0 | 1 | 2 | undefined {
  if (fold(label).startsWith(fold(query.trim()))) return 0;
  const asked = words(query);
  const own = words(`${label} ${others}`);
  if (asked.length === 0) return undefined;
  if (asked.every((word) => own.some((part) => part.startsWith(word)))) return 1;
  return asked.every((word) => own.some((part) => beginsNearly(part, word))) ? 2 : undefined;
}

/** Whether a word begins with another one in which there may be one typing error. */
function beginsNearly(part: string, word: string): boolean {
  if (part.startsWith(word)) return true;
  if (word.length < MIN_MISSPELT_CHARS) return false;
  return [-1, 0, 1].some((more) => withinOneEdit(part.slice(0, word.length + more), word));
}

/** The best `limit` answers, equally good ones in the order they came in. */
export function bestOf<Entry extends Named>(query: string, entries: readonly Entry[], limit: number): Entry[] {
  const ranked = entries.flatMap((entry) => {
    const rank = rankOf(query, entry);
    return rank === undefined ? [] : [{ entry, rank }];
  });
  return ranked
    .sort((left, right) => left.rank - right.rank)
    .slice(0, limit)
    .map(({ entry }) => entry);
}
