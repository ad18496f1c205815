import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import { holdLock, jsonElements } from "#db/dialect.ts";
import type { Viewer } from "#shared/viewer.ts";
import { mayBeMisspelt, mayHaveNeighbours, withinOneEdit } from "#shared/vocabulary.ts";
import { scheduled } from "./readable.ts";
import { chunksOf } from "./rows.ts";
import type { Tables } from "./tables.ts";

/** Words looked up in one statement. */
const MAX_LOOKED_UP = 1_000;
/** Maximum of vocabulary words in memory per process; any others are sent to the database again. */
const REMEMBERED_TERMS = 300_000;

/**
 * Adds words to `search_term`. Words known to exist are not sent again. A word counts as known only once the database
 * has reported it as existing from another transaction: a rolled back one is never trusted.
 */
export async function addTerms(trx: Transaction<Tables>, words: ReadonlySet<string>): Promise<void> {
  const database = trx.getExecutor().adapter;
  const known = knownTerms.get(database) ?? new Set<string>();
  knownTerms.set(database, known);
  const own = addedTerms.get(trx) ?? new Set<string>();
  addedTerms.set(trx, own);
  const missing = [...words].filter((word) => mayHaveNeighbours(word) && !known.has(word));
  if (missing.length === 0) return;
  if (known.size > REMEMBERED_TERMS) known.clear();
  const fresh = new Set(await insertTerms(trx, missing));
  for (const word of missing)
    if (fresh.has(word)) own.add(word);
    else if (!own.has(word)) known.add(word);
}

/** By database, which its adapter identifies in every transaction. */
const knownTerms = new WeakMap<object, Set<string>>();
const addedTerms = new WeakMap<Transaction<Tables>, Set<string>>();

/** Adds the words of a rarely written text, for which a cache is not worth its memory. */
export async function addWords(trx: Transaction<Tables>, words: readonly string[]): Promise<void> {
  const terms = [...new Set(words.filter(mayHaveNeighbours))];
  if (terms.length > 0) await insertTerms(trx, terms);
}

/** The words that were added. Where all are there already, no other writer waits for this transaction. */
async function insertTerms(trx: Transaction<Tables>, words: string[]): Promise<string[]> {
  const stored = new Set<string>();
  for (const some of chunksOf(words, MAX_LOOKED_UP))
    for (const { term } of await trx.selectFrom("search_term").select("term").where("term", "in", some).execute())
      stored.add(term);
  const terms = words.filter((term) => !stored.has(term));
  if (terms.length === 0) return [];
  const pairs = JSON.stringify(terms.map((term) => ({ term, reversed: [...term].reverse().join("") })));
  await holdLock(trx, "words");
  // Without the condition SQLite parses the conflict clause as part of a join.
  const { rows } = await sql<{ term: string }>`insert into search_term (term, reversed)
    select value ->> 'term', value ->> 'reversed' from ${jsonElements(trx, pairs)} where true
    on conflict (term) do nothing returning term`.execute(trx);
  return rows.map((row) => row.term);
}

/** Maximum of neighbours used for one misspelt word, and of vocabulary words read to find them. */
const MAX_NEIGHBOURS = 24;
const MAX_CANDIDATES = 4_000;

/**
 * The vocabulary words one edit away. A single edit, including a swap, leaves either the first or the last (n - 1) / 2
 * letters unchanged, so two ranges of the index contain all of them.
 */
export async function neighbours(db: Kysely<Tables>, word: string): Promise<string[]> {
  if (!mayBeMisspelt(word)) return [];
  const letters = [...word];
  const half = Math.floor((letters.length - 1) / 2);
  const range = async (column: "term" | "reversed", start: string) => {
    const rows = await db
      .selectFrom("search_term")
      .select("term")
      .where(column, ">=", start)
      .where(column, "<", `${start}\u{10FFFF}`)
      .where(sql<number>`length(term)`, ">=", letters.length - 1)
      .where(sql<number>`length(term)`, "<=", letters.length + 1)
      .limit(MAX_CANDIDATES)
      .execute();
    return rows.map(({ term }) => term);
  };
  const candidates = [
    ...(await range("term", letters.slice(0, half).join(""))),
    ...(await range("reversed", letters.slice(-half).reverse().join(""))),
  ];
  const near = new Set(candidates.filter((term) => term !== word && withinOneEdit(term, word)));
  return [...near].slice(0, MAX_NEIGHBOURS);
}

/** At most `limit` words of the vocabulary that start with a text, in alphabetical order. */
export async function wordsBeginning(db: Kysely<Tables>, start: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("search_term")
    .select("term")
    .where("term", ">=", start)
    .where("term", "<", `${start}\u{10FFFF}`)
    .orderBy("term")
    .limit(limit)
    .execute();
  return rows.map(({ term }) => term);
}

/** The fields of the index of articles, in order of importance. */
export const INDEX_FIELDS = ["title", "tags", "excerpt", "about", "body"] as const;

/** The words of an article, field by field. */
export type TextDocument = Record<(typeof INDEX_FIELDS)[number], string[]>;

/** The most results that can be paged through. */
export const MAX_LISTED = 5_000;

/** The matches of a step are sorted by date in batches of this size, last added first. */
const MAX_SORTED = 1_000;
/**
 * Of articles with the words anywhere in their texts, this many, last added, are sorted by relevance; others follow.
 */
export const MAX_RANKED = 200;

/**
 * In an archive of more than `SMALL_ARCHIVE` articles a total above `MAX_COUNTED` is estimated from a part of them
 * (docs/decisions/0044).
 */
export const SMALL_ARCHIVE = 20_000;
export const MAX_COUNTED = 2 * MAX_LISTED;

/** The alternatives for one word of a query: an article must contain a word that starts with any of them. */
export type Alternatives = string[];

/**
 * One step of the ranking: every word of the query occurs in the first `fields` fields, as a full word or as the start
 * of one.
 */
export type Step = { fields: number; whole: boolean };
export const ANYWHERE: Step = { fields: INDEX_FIELDS.length, whole: false };

/**
 * How to look up the words of a query: the expression for each, among articles after an id. `last` is the id of the
 * last added article, `weighed` are the words by which texts are sorted.
 */
export type Plan = { words: PlannedWord[]; weighed: PlannedWord[]; after: number; last: number };
export type PlannedWord = { whole: string; beginning: string; inHead: string };

/** Facts about all articles that the index needs. */
export type Corpus = {
  lastArticleId: (db: Kysely<Tables>) => Promise<number>;
  /** Whether a word of this kind is listed at all: very short ones and numbers are not. */
  holds: (word: string) => boolean;
  /** At most `limit` listed words that start with a text. */
  beginning: (db: Kysely<Tables>, start: string, limit: number) => Promise<string[]>;
};

/** The viewer of a search, and its time (epoch milliseconds). `within`: a condition on the article's `entry` of the list. */
export type Seen = { viewer: Viewer; now: number; within?: RawBuilder<SqlBool> | undefined };

/** Full-text search on one engine for one viewer: what the viewer may not read is never found. */
export type FullText = {
  /** Plans how to look up some words within the limits. */
  plan: (words: Alternatives[]) => Promise<Plan>;
  /** How many articles contain all words; in a large archive a high number is an estimate. */
  count: (plan: Plan) => Promise<number>;
  /** Ids of the first articles of a step that are not in a narrower one. Newest first; `ANYWHERE` by relevance. */
  pick: (plan: Plan, step: Step, before: Step | undefined, limit: number) => Promise<number[]>;
  /** Ids of the articles sharing most of the words in title, tags or excerpt, best first. */
  similar: (words: string[], limit: number) => Promise<number[]>;
};

/** Indexed articles that are scheduled; drafts are not in the index. */
export const hiddenArticles = ({ now }: Seen) => sql`select id from article where ${scheduled(now)}`;

/** The condition of a filter, after others. */
export const alsoWithin = ({ within }: Seen) => (within ? sql`and ${within}` : sql``);

/** The number of index entries that a query's `from` clause selects. */
export async function readCount(db: Kysely<Tables>, matching: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** An estimated total, rounded to two digits, so that it does not look exact. */
export const asEstimate = (total: number) => Number(total.toPrecision(2));

/** Of matches, last added first: `most` after `skip`, of which `wanted` are needed. */
export type Slice = { most: number; skip: number; wanted: number };
/** Some matches in order, and whether these are the last. */
export type Batch = { ids: number[]; isLast: boolean };

/**
 * The first `limit` matches of a step. `read` sorts `most` of them, after `skip` that were added later, and returns the
 * first `wanted`; the first time `first` of them.
 */
export async function readBatches(
  limit: number,
  read: (batch: Slice) => Promise<Batch>,
  first: number = MAX_SORTED,
): Promise<number[]> {
  const ids: number[] = [];
  let most = first;
  for (let skip = 0; skip < MAX_LISTED && ids.length < limit; skip += most, most = MAX_SORTED) {
    const batch = await read({ most: Math.min(most, MAX_LISTED - skip), skip, wanted: limit - ids.length });
    ids.push(...batch.ids);
    if (batch.isLast) break;
  }
  return ids;
}
