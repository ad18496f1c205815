import { fold, words } from "#shared/text.ts";
import { beginsNearly } from "#shared/vocabulary.ts";

/** What is found by its name. `words`: other names for it. */
export type Named = { label: string; words?: string };

/** A screen of the admin area and its address. */
export type FinderScreen = Named & { to: string };

/** A section or field of a screen, found by its label; `within`: where it is. */
export type ScreenPart = FinderScreen & { within: string };

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

/** Whether the query is the name itself, ignoring case and accents. */
export const isNameOf = (query: string, { label }: Named): boolean => fold(label) === fold(query.trim());

/**
 * The best `limit` answers, exact names first, equally good ones in the order they came in. Typing errors are assumed only where nothing
 * answers the query as it was typed.
 */
export function bestOf<Entry extends Named>(query: string, entries: readonly Entry[], limit: number): Entry[] {
  const ranked = entries.flatMap((entry) => {
    const rank = rankOf(query, entry);
    return rank === undefined ? [] : [{ entry, rank, isName: isNameOf(query, entry) }];
  });
  const exact = ranked.filter(({ rank }) => rank < 2);
  return (exact.length > 0 ? exact : ranked)
    .sort((left, right) => left.rank - right.rank || Number(right.isName) - Number(left.isName))
    .slice(0, limit)
    .map(({ entry }) => entry);
}
