import { setImmediate as otherTasks } from "node:timers/promises";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { engineOf } from "#db/engine.ts";
import type { Database } from "#db/open.ts";
import { shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { lastArticleId } from "#features/articles/queries.ts";
import { articleScope } from "#features/articles/scopes.ts";
import { neighbours, wordsBeginning } from "#features/vocabulary/queries.ts";
import { isTelling, mayBeMisspelt, vocabularyHolds } from "#features/vocabulary/rules.ts";
import type { Page } from "#shared/schema.ts";
import { queryWords } from "./rules.ts";

/** The fields of the index, in order of importance. */
const FIELDS = ["title", "tags", "excerpt", "about", "body"] as const;

/**
 * SQLite runs in this process, so the work of a query is limited (docs/decisions/0011 and 0017). MAX_LISTED results can
 * be paged through, and as many articles, those added last, are considered in one step of the ranking. One step reads
 * at most MAX_POSTINGS index entries, by an estimate from the SAMPLE_SIZE articles added last; an archive up to
 * SMALL_ARCHIVE needs no estimate. All words of a query together are expanded to at most MAX_TERMS vocabulary words.
 */
const MAX_LISTED = 5_000;
const MAX_POSTINGS = 300_000;
const SAMPLE_SIZE = 2_000;
const SMALL_ARCHIVE = 20_000;
const MAX_TERMS = 128;

/** PostgreSQL: timeout of each statement of a search, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 2_000;

/** How many articles, those added last, are searched for similar ones, and how many matches are ranked. */
const SIMILAR_WINDOW = 50_000;
const MAX_SIMILAR = 1_000;

/**
 * A query of only stop words and single letters is matched against title and tags of this many of the newest articles.
 */
const NEWEST = 500;

/** The alternatives for one word of the query: an article must contain a word that begins with any of them. */
type Alternatives = string[];

/**
 * One step of the ranking: every word of the query occurs in the first `fields` fields, as a whole word or as the
 * beginning of one. The steps widen, and an article belongs to the first that matches it; so no number of hits in a
 * body outweighs one in a title, which no weights of a formula could guarantee.
 */
type Step = { fields: number; whole: boolean };
const STEPS: Step[] = [
  { fields: 1, whole: true },
  { fields: 1, whole: false },
  { fields: 2, whole: false },
  { fields: 3, whole: false },
  { fields: 4, whole: false },
];
/** Placeholder for the fields of a step in a word of PostgreSQL's plan. */
const FIELD_MARK = "#";
const ANYWHERE: Step = { fields: FIELDS.length, whole: false };

/** How the words of a query are looked up: the expression for each of them, among articles after which id. */
type Plan = { words: PlannedWord[]; after: number };
type PlannedWord = { whole: string; beginning: string };

/**
 * Full-text search on one engine. Articles that are not visible to readers at `now` (epoch milliseconds) are never
 * found.
 */
type FullText = {
  /** The words one typing error away from a word. */
  near: (word: string) => Promise<string[]>;
  /** Plans how to look up some words within the limits. */
  plan: (words: Alternatives[]) => Promise<Plan>;
  /** How many articles contain all words. */
  count: (plan: Plan, now: number) => Promise<number>;
  /** Ids of the first articles of a step that are not in a narrower one. Newest first; `ANYWHERE` by relevance. */
  pick: (plan: Plan, step: Step, before: Step | undefined, now: number, limit: number) => Promise<number[]>;
  /** Ids of the articles sharing most of the words in title, tags or excerpt, best first. */
  similar: (words: string[], now: number, limit: number) => Promise<number[]>;
};

/**
 * PostgreSQL underestimates the cost of a sequential scan tenfold, as it ignores the unpacking of documents, so it is
 * forced to use the index. Every statement of a search has a timeout.
 */
function withFullText<Answer>({ db }: Database, ask: (text: FullText) => Promise<Answer>): Promise<Answer> {
  if (engineOf(db) === "sqlite") return ask(sqliteText(db));
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('enable_seqscan', 'off', true),
      set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true)`.execute(trx);
    return ask(postgresText(trx));
  });
}

/**
 * Ids of one page of the articles that contain every word of a query, best first, and the total. If nothing matches the
 * words as they are, longer ones may be one typing error away.
 */
export async function searchIds(
  database: Database,
  now: number,
  query: string,
  page: Page,
): Promise<{ ids: number[]; total: number }> {
  shows(articleScope.search);
  const asked = queryWords(query, isTelling);
  if (asked.length === 0) return newestWith(database.db, now, queryWords(query), page);
  return withFullText(database, async (text) => {
    let plan = await text.plan(asked.map((word) => [word]));
    let total = await text.count(plan, now);
    if (total === 0 && asked.some(mayBeMisspelt)) {
      const near = await Promise.all(asked.map(async (word) => [word, ...(await text.near(word))]));
      plan = await text.plan(near);
      total = await text.count(plan, now);
    }
    return { ids: Math.min(total, MAX_LISTED) > page.offset ? await pageIds(text, plan, now, page) : [], total };
  });
}

async function pageIds(text: FullText, plan: Plan, now: number, page: Page): Promise<number[]> {
  const ids: number[] = [];
  let skip = page.offset;
  let before: Step | undefined;
  for (const step of [...STEPS, ANYWHERE]) {
    // Several long steps in a row would keep every other reader waiting.
    await otherTasks();
    const found = await text.pick(plan, step, before, now, skip + page.limit - ids.length);
    ids.push(...found.slice(skip));
    if (ids.length === page.limit) break;
    skip = Math.max(0, skip - found.length);
    before = step;
  }
  return ids;
}

/** Those of the newest articles whose title and tags contain words beginning with each of these. */
async function newestWith(db: Kysely<Tables>, now: number, words: string[], page: Page) {
  if (words.length === 0) return { ids: [], total: 0 };
  const newest = await db
    .selectFrom("article_list_entry")
    .select(["article_id", "words"])
    .where("status", "=", "published")
    .where("effective_at", "<=", now)
    .orderBy("effective_at", "desc")
    .orderBy("article_id", "desc")
    .limit(NEWEST)
    .execute();
  const found = newest.filter((article) => words.every((word) => article.words.includes(` ${word}`)));
  const ids = found.slice(page.offset, page.offset + page.limit).map(({ article_id }) => article_id);
  return { ids, total: found.length };
}

/** Ids of published articles whose title, tags or excerpt share words with a text, most similar first. */
export function similarIds(database: Database, now: number, words: string[], limit: number): Promise<number[]> {
  shows(articleScope.search);
  return words.length === 0 ? Promise.resolve([]) : withFullText(database, (text) => text.similar(words, now, limit));
}

function sqliteText(db: Kysely<Tables>): FullText {
  const clause = ({ words }: Plan, { fields, whole }: Step) => {
    const terms = words.map((word) => `(${whole ? word.whole : word.beginning})`).join(" AND ");
    return fields === FIELDS.length ? `(${terms})` : `{${FIELDS.slice(0, fields).join(" ")}} : (${terms})`;
  };
  // FTS5 can start after an id only if it is an integer, and JavaScript numbers are bound as reals.
  const behind = (id: number) => (id > 0 ? sql`and rowid > cast(${id} as integer)` : sql``);
  // The cross join fixes the join order: first the index, then its articles.
  const matching = (expression: string, now: number, after: number, most: number, score = sql`0`) => sql`from (
      select rowid as id, ${score} as score from article_search
      where article_search match ${expression} ${behind(after)} order by rowid desc limit ${most}
    ) as found cross join article on article.id = found.id
    where article.status = 'published' and article.published_at <= ${now}`;
  const relevance = sql`bm25(article_search, 10, 6, 4, 2, 1)`;
  return {
    near: (word) => neighbours(db, word),
    plan: (words) => planForSqlite(db, words),
    // Excluding the few hidden articles costs a fraction of looking up every visible one.
    count: (plan, now) =>
      readCount(
        db,
        sql`from article_search where article_search match ${clause(plan, ANYWHERE)} ${behind(plan.after)}
          and rowid not in (${hidden(now)})`,
      ),
    pick(plan, step, before, now, limit) {
      const wide = clause(plan, step);
      const expression = before ? `(${wide}) NOT (${clause(plan, before)})` : wide;
      const score = step === ANYWHERE ? relevance : undefined;
      return readIds(db, matching(expression, now, plan.after, MAX_LISTED, score), sql`found.score,`, limit);
    },
    async similar(words, now, limit) {
      const expression = `{title tags excerpt} : (${words.map((word) => `"${word}"`).join(" OR ")})`;
      const after = Math.max(0, (await lastArticleId(db)) - SIMILAR_WINDOW);
      return readIds(db, matching(expression, now, after, MAX_SIMILAR, relevance), sql`found.score,`, limit);
    },
  };
}

/** Articles that readers may not see. */
const hidden = (now: number) =>
  sql`select id from article where status = 'draft' or (status = 'published' and published_at > ${now})`;

/**
 * In a large archive words are dropped, the commonest first, until a step stays within `MAX_POSTINGS`: a word in half
 * of the articles distinguishes them least. If even the last word has too many, only the articles added last are
 * searched.
 */
async function planForSqlite(db: Kysely<Tables>, words: Alternatives[]): Promise<Plan> {
  const last = await lastArticleId(db);
  const share = Math.max(1, Math.floor(MAX_TERMS / words.flat().length));
  const isAlone = words.length === 1;
  const planned: PlannedWord[] = [];
  for (const any of words) {
    const beginnings: string[] = [];
    for (const word of any)
      beginnings.push(await beginningOf(db, word, { share, isAlone, isSmall: last <= SMALL_ARCHIVE }));
    planned.push({ whole: any.map((word) => `"${word}"`).join(" OR "), beginning: beginnings.join(" OR ") });
  }
  if (last <= SMALL_ARCHIVE) return { words: planned, after: 0 };
  const weighed: { word: PlannedWord; density: number }[] = [];
  for (const word of planned) weighed.push({ word, density: await densityOf(db, word.beginning, last) });
  const [rarest, ...others] = weighed.sort((left, right) => left.density - right.density);
  if (!rarest) return { words: [], after: 0 };
  let room = MAX_POSTINGS - rarest.density * last;
  if (room < 0) return { words: [rarest.word], after: last - Math.floor(MAX_POSTINGS / rarest.density) };
  const kept = [rarest.word];
  for (const { word, density } of others) {
    room -= density * last;
    if (room < 0) break;
    kept.push(word);
  }
  return { words: kept, after: 0 };
}

/** The number of index entries per article, estimated from those added last. Several words are read one by one. */
async function densityOf(db: Kysely<Tables>, expression: string, last: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from (
      select rowid from article_search where article_search match ${expression}
      and rowid > cast(${last - SAMPLE_SIZE} as integer) order by rowid desc limit ${SAMPLE_SIZE})`.execute(db);
  return ((rows[0]?.total ?? 0) / SAMPLE_SIZE) * (expression.includes(" OR ") ? 2 : 1);
}

/**
 * A prefix query in FTS5's notation. On its own, FTS5 collects every occurrence of every such word before it returns
 * the first article; if the words are named one by one, they are read only as far as needed. Prefixes of one and two
 * letters have an index of their own, and next to other words match only as whole words, as do numbers.
 */
async function beginningOf(
  db: Kysely<Tables>,
  word: string,
  { share, isAlone, isSmall }: { share: number; isAlone: boolean; isSmall: boolean },
): Promise<string> {
  const native = `"${word}" *`;
  if (!vocabularyHolds(word)) return isAlone || isSmall ? native : `"${word}"`;
  const family = await wordsBeginning(db, word, share + 1);
  if (family.length > share && isSmall) return native;
  return [...new Set([word, ...family.slice(0, share)])].map((term) => `"${term}"`).join(" OR ");
}

function postgresText(db: Kysely<Tables>): FullText {
  const clause = ({ words }: Plan, { fields, whole }: Step) => {
    const fieldLabel = "ABCD".slice(0, fields === FIELDS.length ? 0 : fields);
    const terms = words.map((word) => `(${(whole ? word.whole : word.beginning).replaceAll(FIELD_MARK, fieldLabel)})`);
    return sql`${terms.join(" & ")}::text::tsquery`;
  };
  const matches = (plan: Plan, step: Step) =>
    sql`${sql.ref(step === ANYWHERE ? "document" : "head")} @@ ${clause(plan, step)}`;
  // Materialized, or the planner would scan the articles from the newest on and unpack each document.
  const matching = (condition: RawBuilder<unknown>, now: number, score = sql`0`) => sql`from (
      with matched as materialized (select article_id from article_search where ${condition}),
        newest as (select article_id from matched order by article_id desc limit ${MAX_LISTED})
      select article_id as id, ${score} as score from newest join article_search using (article_id)
    ) as found join article on article.id = found.id
    where article.status = 'published' and article.published_at <= ${now}`;
  return {
    near: (word) => neighbours(db, word),
    async plan(words) {
      const isAlone = words.length === 1;
      const label = (word: string, star: string) => `'${word}':${star}${FIELD_MARK}`;
      return {
        words: words.map((any) => ({
          whole: any.map((word) => label(word, "")).join(" | "),
          beginning: any.map((word) => label(word, isAlone || vocabularyHolds(word) ? "*" : "")).join(" | "),
        })),
        after: 0,
      };
    },
    count: (plan, now) =>
      readCount(db, sql`from article_search where ${matches(plan, ANYWHERE)} and article_id not in (${hidden(now)})`),
    pick(plan, step, before, now, limit) {
      const condition = before ? sql`${matches(plan, step)} and not ${matches(plan, before)}` : matches(plan, step);
      const score = step === ANYWHERE ? sql`ts_rank(document, ${clause(plan, step)})` : undefined;
      return readIds(db, matching(condition, now, score), sql`found.score desc,`, limit);
    },
    similar(words, now, limit) {
      const query = sql`${words.map((word) => `'${word}':ABC`).join(" | ")}::text::tsquery`;
      const score = sql`ts_rank(head, ${query})`;
      return readIds(db, matching(sql`head @@ ${query}`, now, score), sql`found.score desc,`, limit);
    },
  };
}

async function readCount(db: Kysely<Tables>, matching: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

async function readIds(
  db: Kysely<Tables>,
  matching: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select article.id ${matching}
    order by ${order} article.published_at desc, article.id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
