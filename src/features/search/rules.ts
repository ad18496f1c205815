import { fold, isUnspacedLetter, splitByScript, words } from "#shared/text.ts";
import { pageUrl } from "#shared/urls.ts";
import { mayBeMisspelt, withinOneEdit } from "#shared/vocabulary.ts";

/** Maximum of words used of a query, and of characters used of each; words of a text are cut alike. */
const MAX_WORDS = 8;
export const MAX_WORD_CHARS = 64;

/** With the apostrophes that `words` may leave out. */
const VISIBLE_WORD =
  /[\p{L}\p{N}\p{M}\u00ad]+(?:(?<=[aeiouygAEIOUYG\p{scx=Cyrillic}\p{scx=Hebrew}])['’‘ʼ´׳״"][\p{L}\p{N}\p{M}]+)*/gu;

/** The words of a text as they are indexed: folded, cut to `MAX_WORD_CHARS` without halving a character. */
export function indexWords(text: string): string[] {
  // Å is also written aa: both become one letter.
  return words(text).map((word) => cutWord(word).replaceAll("aa", "a"));
}

function cutWord(word: string): string {
  return word.length <= MAX_WORD_CHARS ? word : word.slice(0, MAX_WORD_CHARS).replace(/[\uD800-\uDBFF]$/, "");
}

export function queryWords(query: string, isWanted: (word: string) => boolean = () => true): string[] {
  const asked = [...new Set(indexWords(query))].filter(isWanted);
  // The last letter of a run adds nothing to its last pair.
  const longer = asked.filter((word) => !isUnspacedLetter(word));
  return (longer.length > 0 ? longer : asked).slice(0, MAX_WORDS);
}

const LETTER = /\P{M}\p{M}*/gu;

/** The genres that readers can search for. */
export const SEARCHED_GENRES = ["news", "opinion", "analysis", "review", "explainer"] as const;

/** What a search may be limited to: by slug or name, and from one day to another, such as `2026-11-30`. */
export const FILTER_NAMES = ["category", "author", "topic", "genre", "from", "until"] as const;
type Genre = (typeof SEARCHED_GENRES)[number] | "sponsored";
export type Filters = Partial<Record<Exclude<(typeof FILTER_NAMES)[number], "genre">, string | undefined>> & {
  genre?: Genre | undefined;
};

const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Whether a text is a day that exists, such as `2026-02-28`. */
export const isDay = (text: string): boolean =>
  IS_DAY.test(text) && Number.isFinite(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** The longest name that a filter takes, in characters. */
export const MAX_FILTER = 200;

/** The filters of an address, without those that mean nothing. */
export function filtersIn(search: URLSearchParams): Filters {
  const given = (name: (typeof FILTER_NAMES)[number]) => (search.get(name) ?? "").trim().slice(0, MAX_FILTER);
  const genre = SEARCHED_GENRES.find((one) => one === given("genre"));
  const filters: Filters = { ...(genre && { genre }) };
  for (const name of ["category", "author", "topic"] as const) if (given(name) !== "") filters[name] = given(name);
  for (const name of ["from", "until"] as const) if (isDay(given(name))) filters[name] = given(name);
  return filters;
}

export const searchUrl = (query: string, filters: Filters = {}, page = 1): string =>
  [
    pageUrl.search(query),
    ...FILTER_NAMES.flatMap((name) => (filters[name] ? [`${name}=${encodeURIComponent(filters[name])}`] : [])),
    ...(page > 1 ? [`page=${page}`] : []),
  ].join("&");

export type TextSegment = { text: string; match: boolean };

type VisibleWord = { start: number; end: number; forms: string[] };

/** The words of a run of letters; in scripts without spaces, the pairs of letters that are indexed. */
function visibleWords({ 0: run, index }: RegExpExecArray): VisibleWord[] {
  let at = index;
  return splitByScript(run).flatMap(({ text, isUnspaced }) => {
    const start = at;
    at += text.length;
    if (!isUnspaced) return [{ start, end: at, forms: indexWords(text) }];
    const letters = [...text.matchAll(LETTER)];
    return letters.map(({ index: from }, n) => {
      const to = letters[n + 2]?.index ?? text.length;
      return { start: start + from, end: start + to, forms: [fold(text.slice(from, to))] };
    });
  });
}

/**
 * Splits a text into matching words and the rest, for highlighting search results. A word matches if it starts with a
 * word of the query, ignoring accents and case; a query word without such a match matches words one typing error away.
 * The joined segments equal the text, character by character.
 */
export function markMatches(text: string, query: string): TextSegment[] {
  const found = [...text.matchAll(VISIBLE_WORD)].flatMap(visibleWords);
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
    if (end <= done) return;
    const last = segments.at(-1);
    // Pairs of letters overlap.
    if (last && last.match === match) last.text += text.slice(done, end);
    else segments.push({ text: text.slice(done, end), match });
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
