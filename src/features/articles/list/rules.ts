import { fold, words } from "#shared/text.ts";
import { mayBeMisspelt, withinOneEdit } from "#shared/vocabulary.ts";

export const FLAG_COLUMNS = {
  auto_update: "is_auto_update",
  featured: "is_featured",
  editors_pick: "is_editors_pick",
} as const;

/** Counts of tabs stop here, so that their cost does not depend on the number of articles. */
export const MAX_COUNTED = 1_000;
export const MAX_SAVED_VIEWS = 30;
export const MAX_VIEW_NAME = 40;

const MAX_WORDS = 8;
/** Titles are sorted by their first characters only: PostgreSQL limits the size of index entries. In UTF-16 units. */
const MAX_KEY_CHARS = 200;

/**
 * An article's sort and search keys: the folded title, and the words of the title and of `others`, its tags and the
 * authors after the first, each preceded by a space.
 */
export function listKeys(title: string, others: string[]): { title_key: string; words: string } {
  return {
    title_key: fold(title).slice(0, MAX_KEY_CHARS).toWellFormed(),
    words: ` ${words([title, ...others].join(" ")).join(" ")}`,
  };
}

export function searchWords(query: string): string[] {
  return [...new Set(words(query))].slice(0, MAX_WORDS).sort((left, right) => right.length - left.length);
}

export function nameHas(name: string, word: string, isMisspelt: boolean): boolean {
  const isNear = isMisspelt && mayBeMisspelt(word);
  return words(name).some((part) => part.startsWith(word) || (isNear && withinOneEdit(part, word)));
}

export type Found = { article_id: number; key: unknown; place: number | string };

/** Sorts like the databases; within a group ascending or descending. */
export function sortFound(found: Found[], keys: unknown[], ascending: boolean): Found[] {
  const ranks = new Map(keys.map((key, rank) => [key, rank]));
  const direction = ascending ? 1 : -1;
  return found.sort((left, right) => {
    if (left.key !== right.key) return (ranks.get(left.key) ?? 0) - (ranks.get(right.key) ?? 0);
    if (left.place !== right.place) return left.place < right.place ? -direction : direction;
    return (left.article_id - right.article_id) * direction;
  });
}
