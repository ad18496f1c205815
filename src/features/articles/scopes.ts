import type { Selectable } from "kysely";
import { type Scope, scope } from "#db/scopes.ts";
import type { ArticleTable } from "#db/tables.ts";
import { fold } from "#shared/text.ts";

/** What there is to an article and to the lists of articles, as pages show it and changes touch it. */
export const articleScope = {
  /** All of one article, its text included. */
  whole: (id: number) => scope("article", id),
  /** One article as lists show it. */
  card: (id: number) => scope("card", id),
  /** The lists: which articles they hold, in which order. */
  latest: scope("latest"),
  featured: scope("featured"),
  picks: scope("picks"),
  trending: scope("trending"),
  category: (id: number) => scope("category", id),
  /** By folded tag; drafts have their part in it. */
  tag: (key: string) => scope("tag", key),
  /** What full text finds, and in which order: any word of any article may change it. */
  search: scope("search"),
};

/** An article's row but for what is counted beside it. */
export type ArticleFacts = Omit<
  Selectable<ArticleTable>,
  "views" | "version" | "created_at" | "updated_at" | "updated_by"
>;

/** What lists do not show of an article. They carry when it was last updated, but no page prints it from there. */
const NOT_ON_CARDS: ReadonlySet<string> = new Set<keyof ArticleTable>([
  ...(["content", "last_updated_at", "heat"] as const),
  ...(["views", "version", "created_at", "updated_at", "updated_by"] as const),
]);

/**
 * All that a change of one article touches of what readers see; null stands for one that is not there. A scheduled
 * article counts as published: pages that will show it must learn when, and go by the clock from then on.
 */
export function changesOf(before: ArticleFacts | null, after: ArticleFacts | null): Scope[] {
  const id = before?.id ?? after?.id;
  if (id === undefined) return [];
  // Words of drafts are known to the search as well.
  const changed = [articleScope.search, ...changedTags(before, after)];
  const was = publishedPart(before);
  const is = publishedPart(after);
  if (!was && !is) return changed;
  changed.push(articleScope.whole(id));
  if (!was || !is || cardsDiffer(was, is)) changed.push(articleScope.card(id));
  return [...changed, ...changedLists(was, is)];
}

const publishedPart = (article: ArticleFacts | null) => (article?.status === "published" ? article : null);

function cardsDiffer(before: ArticleFacts, after: ArticleFacts): boolean {
  const columns = Object.keys({ ...before, ...after }) as (keyof ArticleFacts)[];
  return columns.some((column) => !NOT_ON_CARDS.has(column) && before[column] !== after[column]);
}

/** The lists whose members or order change: those that hold the article at another place, or only before or after. */
function changedLists(was: ArticleFacts | null, is: ArticleFacts | null): Scope[] {
  const placesIn = (article: ArticleFacts | null) => new Map(article ? listsOf(article) : []);
  const [before, after] = [placesIn(was), placesIn(is)];
  return [...new Set([...before.keys(), ...after.keys()])].filter((list) => before.get(list) !== after.get(list));
}

/** The lists that a published article may stand in, with its place there. */
function listsOf(article: ArticleFacts): [Scope, number | null][] {
  const place = article.published_at;
  const lists = [articleScope.latest, articleScope.category(article.category_id)];
  if (article.is_featured === 1) lists.push(articleScope.featured);
  if (article.is_editors_pick === 1) lists.push(articleScope.picks);
  if (article.heat !== null) lists.push(articleScope.trending);
  return lists.map((list) => [list, place]);
}

/** Tags that an article gains or loses, and all of them where something else changes by which related ones are found. */
function changedTags(before: ArticleFacts | null, after: ArticleFacts | null): Scope[] {
  const had = new Set(tagKeys(before));
  const has = new Set(tagKeys(after));
  const isMoved =
    before?.status !== after?.status ||
    before?.published_at !== after?.published_at ||
    before?.category_id !== after?.category_id;
  const touched = isMoved ? had.union(has) : had.symmetricDifference(has);
  return [...touched].map(articleScope.tag);
}

const tagKeys = (article: ArticleFacts | null) => (article ? (JSON.parse(article.tags) as string[]).map(fold) : []);
