import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** The fields of the index of articles, in order of importance. */
export const INDEX_FIELDS = ["title", "tags", "excerpt", "about", "body"] as const;

/** The words of an article, field by field. */
export type TextDocument = Record<(typeof INDEX_FIELDS)[number], string[]>;

/** At most so many results can be paged through, and as many articles, those added last, are looked at in one step. */
export const MAX_LISTED = 5_000;

/** Of those with the words anywhere in their texts, so many, added last, are sorted by relevance; others follow. */
export const MAX_RANKED = 200;

/** The alternatives for one word of a query: an article must contain a word that begins with any of them. */
export type Alternatives = string[];

/**
 * One step of the ranking: every word of the query occurs in the first `fields` fields, as a whole word or as the
 * beginning of one.
 */
export type Step = { fields: number; whole: boolean };
export const ANYWHERE: Step = { fields: INDEX_FIELDS.length, whole: false };

/** How the words of a query are looked up: the expression for each of them, among articles after which id. */
export type Plan = { words: PlannedWord[]; after: number };
export type PlannedWord = { whole: string; beginning: string; inHead: string };

/** What the index needs to know of all articles. */
export type Corpus = {
  lastArticleId: (db: Kysely<Tables>) => Promise<number>;
  /** Whether a word of this kind is listed at all: very short ones and numbers are not. */
  holds: (word: string) => boolean;
  /** At most `limit` listed words that begin with a text. */
  beginning: (db: Kysely<Tables>, start: string, limit: number) => Promise<string[]>;
};

/**
 * Full-text search on one engine. Articles that are not visible to readers at `now` (epoch milliseconds) are never
 * found.
 */
export type FullText = {
  /** Plans how to look up some words within the limits. */
  plan: (words: Alternatives[]) => Promise<Plan>;
  /** How many articles contain all words. */
  count: (plan: Plan, now: number) => Promise<number>;
  /** Ids of the first articles of a step that are not in a narrower one. Newest first; `ANYWHERE` by relevance. */
  pick: (plan: Plan, step: Step, before: Step | undefined, now: number, limit: number) => Promise<number[]>;
  /** Ids of the articles sharing most of the words in title, tags or excerpt, best first. */
  similar: (words: string[], now: number, limit: number) => Promise<number[]>;
};

/** Indexed articles that readers may not see yet; drafts are not in the index. */
export const hiddenArticles = (now: number) =>
  sql`select id from article where status = 'published' and published_at > ${now}`;

/** The number of index entries that a query's `from` clause selects. */
export async function readCount(db: Kysely<Tables>, matching: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** Ids of the articles that a query's `from` clause selects (`found`, `entry`), in this order, then newest first. */
export async function readIds(
  db: Kysely<Tables>,
  matching: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select found.id ${matching}
    order by ${order} entry.effective_at desc, found.id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Reads the first `limit` matches of a step, of which the first `MAX_RANKED` are sorted by relevance and the others by
 * date: `read` is asked for so many of them behind others, in the order in which they were added, the last first.
 */
export async function rankedFirst(
  limit: number,
  read: (isRanked: boolean, most: number, skip: number) => Promise<number[]>,
): Promise<number[]> {
  const ids = await read(true, MAX_RANKED, 0);
  if (limit > MAX_RANKED) ids.push(...(await read(false, MAX_LISTED - MAX_RANKED, MAX_RANKED)));
  return ids.slice(0, limit);
}
