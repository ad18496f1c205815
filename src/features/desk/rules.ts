import { mayBeMisspelt, withinOneEdit } from "#features/vocabulary/rules.ts";
import { fold, words } from "#shared/text.ts";

/** The columns behind the switches that the list is filtered by. */
export const FLAG_COLUMNS = {
  auto_update: "is_auto_update",
  featured: "is_featured",
  editors_pick: "is_editors_pick",
} as const;

/** Words of a query that are looked for. */
const MAX_WORDS = 8;
/** Beyond this a title is not looked at for its place: PostgreSQL's index has an end. In UTF-16 units. */
const MAX_KEY_CHARS = 200;

/** What an article is sorted and found by: the folded title, and the words of title and tags after a space each. */
export function deskText(title: string, tags: string[]): { title_key: string; words: string } {
  return {
    title_key: fold(title).slice(0, MAX_KEY_CHARS).toWellFormed(),
    words: ` ${words([title, ...tags].join(" ")).join(" ")}`,
  };
}

/** The words a query asks for, the longest first: it rules out most. */
export function deskWords(query: string): string[] {
  return [...new Set(words(query))].slice(0, MAX_WORDS).sort((left, right) => right.length - left.length);
}

/** Whether one of the words of a name begins with `word`, which is folded, or may be what it was meant to be. */
export function nameHas(name: string, word: string, isMisspelt: boolean): boolean {
  const isNear = isMisspelt && mayBeMisspelt(word);
  return words(name).some((part) => part.startsWith(word) || (isNear && withinOneEdit(part, word)));
}

/** An article as it is sorted: by its group's place among the groups, then by `place`, then by id. */
export type Found = { article_id: number; key: unknown; place: number | string };

/** Sorts as the databases do; inside a group upwards or downwards. */
export function sortFound(found: Found[], keys: unknown[], ascending: boolean): Found[] {
  const ranks = new Map(keys.map((key, rank) => [key, rank]));
  const direction = ascending ? 1 : -1;
  return found.sort((left, right) => {
    if (left.key !== right.key) return (ranks.get(left.key) ?? 0) - (ranks.get(right.key) ?? 0);
    if (left.place !== right.place) return left.place < right.place ? -direction : direction;
    return (left.article_id - right.article_id) * direction;
  });
}
