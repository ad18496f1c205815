import { setImmediate as otherTasks } from "node:timers/promises";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import type { Page } from "#shared/schema.ts";
import { mayBeMisspelt, queryWords, vocabularyHolds, withinOneEdit } from "./rules.ts";

/** The fields of the index, in the order in which a match in them counts. */
const FIELDS = ["title", "tags", "excerpt", "about", "body"] as const;

/** Neighbours that stand in for one misspelt word, and vocabulary words looked at to find them. */
const MOST_NEIGHBOURS = 24;
const MOST_CANDIDATES = 4_000;

/**
 * SQLite answers in this process, so its work is bounded (docs/decisions/0011). So many results can be paged through,
 * and of one step of the ranking as many articles are looked at, those added last; a word that more articles have
 * than are common is not also looked for as a beginning; a beginning of few words is asked for as these words.
 */
const MOST_LISTED = 5_000;
const COMMON = 50_000;
const MOST_OF_FAMILY = 128;

/** What an article must have for one word of the query: any of these, each as the beginning of a word. */
type Alternatives = string[];

/**
 * One step of the ranking: every word of the query stands in the first `fields` fields, as a whole word or as the
 * beginning of one. The steps widen, and an article belongs to the first that holds it; so no number of hits in a
 * body outweighs one in a title, which no weights of a formula would promise.
 */
type Step = { fields: number; whole: boolean };
const STEPS: Step[] = [
  { fields: 1, whole: true },
  { fields: 1, whole: false },
  { fields: 2, whole: false },
  { fields: 3, whole: false },
  { fields: 4, whole: false },
];
const ANYWHERE: Step = { fields: FIELDS.length, whole: false };

/** Full text on one engine. Articles that readers may not see at `now` (epoch milliseconds) are never found. */
type FullText = {
  /** How many of the articles that have all words can be listed. */
  reach: number;
  /** How many articles have all words. */
  count: (words: Alternatives[], now: number) => Promise<number>;
  /** Ids of the first articles of a step that are in no narrower step. Newest first; `ANYWHERE` by relevance. */
  pick: (words: Alternatives[], step: Step, before: Step | undefined, now: number, limit: number) => Promise<number[]>;
  /** Ids of the articles with most of the words in title, tags or excerpt, best first. */
  similar: (words: string[], now: number, limit: number) => Promise<number[]>;
};

const fullText = ({ engine, db }: Database): FullText => (engine === "sqlite" ? sqliteText(db) : postgresText(db));

/**
 * Ids of one page of the articles that have every word of a query, best first, and how many there are. Where nothing
 * has the words as they are, longer ones may be one typing error away (contract section 2).
 */
export async function searchIds(
  database: Database,
  now: number,
  query: string,
  page: Page,
): Promise<{ ids: number[]; total: number }> {
  const text = fullText(database);
  const asked = queryWords(query);
  if (asked.length === 0) return { ids: [], total: 0 };
  let words: Alternatives[] = asked.map((word) => [word]);
  let total = await text.count(words, now);
  if (total === 0 && asked.some(mayBeMisspelt)) {
    words = await Promise.all(asked.map(async (word) => [word, ...(await neighbours(database.db, word))]));
    total = await text.count(words, now);
  }
  return { ids: Math.min(total, text.reach) > page.offset ? await pageIds(text, words, now, page) : [], total };
}

async function pageIds(text: FullText, words: Alternatives[], now: number, page: Page): Promise<number[]> {
  const ids: number[] = [];
  let skip = page.offset;
  let before: Step | undefined;
  for (const step of [...STEPS, ANYWHERE]) {
    // One long answer after another would keep every other reader waiting.
    await otherTasks();
    const found = await text.pick(words, step, before, now, skip + page.limit - ids.length);
    ids.push(...found.slice(skip));
    if (ids.length === page.limit) break;
    skip = Math.max(0, skip - found.length);
    before = step;
  }
  return ids;
}

/** Ids of published articles whose title, tags or excerpt share words with a text, most alike first. */
export function similarIds(database: Database, now: number, words: string[], limit: number): Promise<number[]> {
  return words.length === 0 ? Promise.resolve([]) : fullText(database).similar(words, now, limit);
}

/**
 * The vocabulary words one edit away. A single edit, a swap included, leaves either the first or the last
 * (n - 1) / 2 letters alone, so two ranges of the index hold all of them.
 */
async function neighbours(db: Kysely<Tables>, word: string): Promise<string[]> {
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
      .limit(MOST_CANDIDATES)
      .execute();
    return rows.map(({ term }) => term);
  };
  const candidates = [
    ...(await range("term", letters.slice(0, half).join(""))),
    ...(await range("reversed", letters.slice(-half).reverse().join(""))),
  ];
  const near = new Set(candidates.filter((term) => term !== word && withinOneEdit(term, word)));
  return [...near].slice(0, MOST_NEIGHBOURS);
}

function sqliteText(db: Kysely<Tables>): FullText {
  /** How a word is asked for as the beginning of one. */
  const beginnings = new Map<string, string>();
  const learn = async (words: string[]) => {
    for (const word of words) if (!beginnings.has(word)) beginnings.set(word, await beginningOf(db, word));
  };
  const clause = (words: Alternatives[], { fields, whole }: Step) => {
    const asked = (word: string) => (whole ? `"${word}"` : (beginnings.get(word) ?? `"${word}" *`));
    const terms = words.map((any) => `(${any.map(asked).join(" OR ")})`).join(" AND ");
    return fields === FIELDS.length ? `(${terms})` : `{${FIELDS.slice(0, fields).join(" ")}} : (${terms})`;
  };
  // The cross join keeps the order of the tables: first the index, then its articles.
  const matching = (expression: string, now: number, score = sql`0`) => sql`from (
      select rowid as id, ${score} as score from article_search where article_search match ${expression}
      order by rowid desc limit ${MOST_LISTED}
    ) as found cross join article on article.id = found.id
    where article.status = 'published' and article.published_at <= ${now}`;
  const relevance = sql`bm25(article_search, 10, 6, 4, 2, 1)`;
  return {
    reach: MOST_LISTED,
    // Taking the few hidden articles off costs a fraction of looking up every visible one.
    async count(words, now) {
      await learn(words.flat());
      return readCount(
        db,
        sql`from article_search where article_search match ${clause(words, ANYWHERE)} and rowid not in (
          select id from article where status = 'draft' or (status = 'published' and published_at > ${now}))`,
      );
    },
    pick(words, step, before, now, limit) {
      const wide = clause(words, step);
      const expression = before ? `(${wide}) NOT (${clause(words, before)})` : wide;
      const score = step === ANYWHERE ? relevance : undefined;
      return readIds(db, matching(expression, now, score), sql`found.score,`, limit);
    },
    similar(words, now, limit) {
      const expression = `{title tags excerpt} : (${words.map((word) => `"${word}"`).join(" OR ")})`;
      return readIds(db, matching(expression, now, relevance), sql`found.score,`, limit);
    },
  };
}

/**
 * A word as the beginning of one, in FTS5's notation. Left to itself, FTS5 gathers every place of every such word
 * before it gives the first article; named one by one, they are read only as far as is asked for.
 */
async function beginningOf(db: Kysely<Tables>, word: string): Promise<string> {
  const native = `"${word}" *`;
  if (!vocabularyHolds(word)) return native;
  const { rows } = await sql`select 1 from article_search where article_search match ${`"${word}"`}
    limit 1 offset ${COMMON}`.execute(db);
  if (rows.length > 0) return `"${word}"`;
  const family = await db
    .selectFrom("search_term")
    .select("term")
    .where("term", ">=", word)
    .where("term", "<", `${word}\u{10FFFF}`)
    .limit(MOST_OF_FAMILY + 1)
    .execute();
  if (family.length > MOST_OF_FAMILY) return native;
  return [...new Set([word, ...family.map(({ term }) => term)])].map((term) => `"${term}"`).join(" OR ");
}

function postgresText(db: Kysely<Tables>): FullText {
  const clause = (words: Alternatives[], { fields, whole }: Step) => {
    const label = `${whole ? "" : "*"}${"ABCD".slice(0, fields === FIELDS.length ? 0 : fields)}`;
    const terms = words.map((any) => `(${any.map((word) => `'${word}'${label && `:${label}`}`).join(" | ")})`);
    return sql`${terms.join(" & ")}::text::tsquery`;
  };
  const matches = (words: Alternatives[], step: Step) =>
    sql`${sql.ref(step === ANYWHERE ? "document" : "head")} @@ ${clause(words, step)}`;
  const matching = (condition: RawBuilder<unknown>, now: number) => sql`from article_search
    join article on article.id = article_search.article_id
    where ${condition} and article.status = 'published' and article.published_at <= ${now}`;
  return {
    reach: Number.POSITIVE_INFINITY,
    count: (words, now) => readCount(db, matching(matches(words, ANYWHERE), now)),
    pick(words, step, before, now, limit) {
      const condition = before ? sql`${matches(words, step)} and not ${matches(words, before)}` : matches(words, step);
      const order = step === ANYWHERE ? sql`ts_rank(document, ${clause(words, step)}) desc,` : sql``;
      return readIds(db, matching(condition, now), order, limit);
    },
    similar(words, now, limit) {
      const query = sql`${words.map((word) => `'${word}':ABC`).join(" | ")}::text::tsquery`;
      return readIds(db, matching(sql`head @@ ${query}`, now), sql`ts_rank(head, ${query}) desc,`, limit);
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
