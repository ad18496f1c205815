import type { Selectable } from "kysely";
import { type Scope, scope } from "#db/scopes.ts";
import { tagScope } from "#features/topics/queries.ts";
import { nameKey } from "#shared/text.ts";
import { authorIdsOf } from "./drafts.ts";
import type { ArticleEvent } from "./events.ts";
import type { ArticleTable } from "./tables.ts";

/** The scopes of articles and their lists, which pages show and changes invalidate. */
export const articleScope = {
  whole: (id: number) => scope("article", id),
  card: (id: number) => scope("card", id),
  /** Lists: their articles and order. */
  latest: scope("latest"),
  featured: scope("featured"),
  picks: scope("picks"),
  /** The breaking story on top of all pages. */
  breaking: scope("breaking"),
  trending: scope("trending"),
  category: (id: number) => scope("category", id),
  /** An author's articles and their order. */
  byline: (accountId: number) => scope("byline", accountId),
  /** By the key of a topic; topics of drafts count too. */
  tag: tagScope,
  /** Full-text results and their order: any word of any article may change them. */
  search: scope("search"),
  /** A series: its texts, its articles and their order. */
  series: (id: number) => scope("series", id),
  record: scope("record"),
  /** The list of corrections; the corrected articles are shown as cards. */
  corrections: scope("corrections"),
};

export type ArticleFacts = Omit<
  Selectable<ArticleTable>,
  "views" | "version" | "created_at" | "updated_at" | "updated_by" | "was_public"
>;

/** Columns that lists do not show. Lists include `last_updated_at`, but no page displays it from there. */
const NOT_ON_CARDS: ReadonlySet<string> = new Set<keyof ArticleTable>([
  ...(["content", "last_updated_at", "heat", "sources"] as const),
  ...(["layout", "picture_place"] as const),
  // News sitemaps and lists of pages use the other fields of the head.
  ...(["seo_title", "seo_description", "social_title", "social_text", "social_image"] as const),
  ...(["views", "version", "created_at", "updated_at", "updated_by", "was_public"] as const),
]);

/**
 * All scopes that a change of one article affects; null means that it does not exist. A scheduled article counts as
 * published, so that pages learn its date and can expire by the clock.
 */
export function changesOf(before: ArticleFacts | null, after: ArticleFacts | null): Scope[] {
  const id = before?.id ?? after?.id;
  if (id === undefined) return [];
  // The search vocabulary includes words of drafts.
  const changed = [articleScope.search, ...changedTags(before, after)];
  const was = publishedPart(before);
  const is = publishedPart(after);
  if (!was && !is) return changed;
  changed.push(articleScope.whole(id), articleScope.record);
  if (!was || !is || cardsDiffer(was, is)) {
    changed.push(articleScope.card(id));
    if (was?.is_breaking || is?.is_breaking) changed.push(articleScope.breaking);
  }
  // The list of corrections changes with the article.
  if (was?.published_at !== is?.published_at) changed.push(articleScope.corrections);
  return [...changed, ...changedLists(was, is)];
}

type Happened = { before: ArticleFacts | null; after: ArticleFacts | null; events: readonly ArticleEvent[] };

export const scopesOf = ({ events, ...rows }: Happened): Scope[] => [
  ...new Set(events.flatMap((event) => scopesOfEvent(event, rows))),
];

/** Names have their own scopes, full text follows its articles, and a change of status accompanies an edit. */
const MOVES: ReadonlySet<ArticleEvent["kind"]> = new Set(["created", "edited", "trashed", "restored"]);

function scopesOfEvent({ kind }: ArticleEvent, { before, after }: Omit<Happened, "events">): Scope[] {
  if (kind === "corrected") return [articleScope.corrections];
  return MOVES.has(kind) ? changesOf(before, after) : [];
}

const publishedPart = (article: ArticleFacts | null) => (article?.status === "published" ? article : null);

function cardsDiffer(before: ArticleFacts, after: ArticleFacts): boolean {
  const columns = Object.keys({ ...before, ...after }) as (keyof ArticleFacts)[];
  return columns.some((column) => !NOT_ON_CARDS.has(column) && before[column] !== after[column]);
}

/** Lists that the article enters, leaves, or moves in. */
function changedLists(was: ArticleFacts | null, is: ArticleFacts | null): Scope[] {
  const placesIn = (article: ArticleFacts | null) => new Map(article ? listsOf(article) : []);
  const [before, after] = [placesIn(was), placesIn(is)];
  return [...new Set([...before.keys(), ...after.keys()])].filter((list) => before.get(list) !== after.get(list));
}

/** The lists that may contain a published article, with its position and its genre: sponsored ones are in fewer. */
function listsOf(article: ArticleFacts): [Scope, string][] {
  const place = `${article.published_at} ${article.genre}`;
  const lists = [articleScope.latest, articleScope.category(article.category_id)];
  lists.push(...authorIdsOf(article).map(articleScope.byline));
  if (article.is_featured === 1) lists.push(articleScope.featured);
  if (article.is_editors_pick === 1) lists.push(articleScope.picks);
  if (article.heat !== null) lists.push(articleScope.trending);
  return lists.map((list) => [list, place]);
}

/** Tags that an article gains or loses; all of its tags after other changes that affect related articles. */
function changedTags(before: ArticleFacts | null, after: ArticleFacts | null): Scope[] {
  const had = new Set(tagKeys(before));
  const has = new Set(tagKeys(after));
  const isMoved =
    before?.status !== after?.status ||
    before?.published_at !== after?.published_at ||
    before?.genre !== after?.genre ||
    before?.category_id !== after?.category_id;
  const touched = isMoved ? had.union(has) : had.symmetricDifference(has);
  return [...touched].map(articleScope.tag);
}

const tagKeys = (article: ArticleFacts | null) => (article ? (JSON.parse(article.tags) as string[]).map(nameKey) : []);
