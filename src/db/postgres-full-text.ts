import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import {
  ANYWHERE,
  alsoWithin,
  asEstimate,
  type Corpus,
  type FullText,
  hiddenArticles,
  MAX_COUNTED,
  MAX_RANKED,
  type Plan,
  readBatches,
  readCount,
  type Seen,
  type Slice,
  SMALL_ARCHIVE,
  type Step,
  type TextDocument,
} from "./full-text.ts";
import { LIST_ENTRY, readable } from "./readable.ts";
import { chunksOf } from "./rows.ts";
import type { Tables } from "./tables.ts";

/** Timeout of each statement of a search, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 2_000;
/** Placeholder for the letter of a field in a word of the plan, and the letters, in the order of `INDEX_FIELDS`. */
const FIELD_MARK = "#";
const FIELD_LETTERS = "abcd";
/** The highest word position, and as many positions of one word as the ranking can use. */
const LAST_POSITION = 16_383;
const MAX_POSITIONS = 32;
/** Up to this many articles are read by their ids rather than found again by the index in each step. */
const MAX_FEW = 200;
const MAX_SIMILAR = 1_000;

/**
 * Full-text search by tsvector. PostgreSQL underestimates the cost of a sequential scan tenfold, as it ignores the
 * unpacking of documents, so it is forced to use the index. Every statement of a search has a timeout.
 */
export function withPostgresText<Answer>(
  db: Kysely<Tables>,
  corpus: Corpus,
  seen: Seen,
  ask: (text: FullText, db: Kysely<Tables>) => Promise<Answer>,
): Promise<Answer> {
  const reading = db.transaction().setAccessMode("read only");
  return reading.execute(async (trx) => {
    await sql`select set_config('enable_seqscan', 'off', true),
      set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true)`.execute(trx);
    return ask(postgresText(trx, corpus, seen), trx);
  });
}

function postgresText(db: Kysely<Tables>, corpus: Corpus, seen: Seen): FullText {
  const entries = seen.within ? sql`join article_list_entry as entry on entry.article_id = matched.article_id` : sql``;
  const read = async (statement: RawBuilder<{ id: number }>) => (await statement.execute(db)).rows.map(({ id }) => id);
  /** Some matches, sorted by relevance if they are weighed, then by date. */
  const readSorted = async (
    matches: RawBuilder<unknown>,
    { most, skip, wanted }: Slice,
    weighed?: RawBuilder<unknown>,
  ) => {
    // Materialized, or the planner would scan the articles from the newest on and unpack each document.
    const ids = await read(sql`with matched as materialized (${matches}),
        newest as (select matched.article_id from matched ${entries}
          where matched.article_id not in (${hiddenArticles(seen)}) ${alsoWithin(seen)}
          order by matched.article_id desc limit ${most} offset ${skip})
      select article_id as id from newest join article_list_entry as entry using (article_id)
        ${weighed ? sql`join article_search using (article_id)` : sql``}
      order by ${weighed ? sql`ts_rank(document, ${weighed}) desc,` : sql``} entry.effective_at desc, article_id desc
      limit ${wanted}`);
    return { ids, isLast: ids.length < Math.min(most, wanted) };
  };
  const heads = new WeakMap<Plan, Promise<number[]>>();
  /** The articles that have several words in their heads, if they are few: each step then reads only these. */
  const fewInHead = async (plan: Plan) => {
    if (plan.words.length === 1) return undefined;
    const widest = { fields: FIELD_LETTERS.length, whole: false };
    const ids =
      heads.get(plan) ??
      read(sql`select article_id as id from (${headMatching(inHead(plan, widest))}
      limit ${MAX_FEW + 1}) as matched`);
    heads.set(plan, ids);
    const found = await ids;
    return found.length > MAX_FEW ? undefined : found;
  };
  return {
    async plan(words) {
      const isAlone = words.length === 1;
      const planned = words.map((any) => {
        const beginnings = any.map((word) => `'${FIELD_MARK}${word}'${isAlone || corpus.holds(word) ? ":*" : ""}`);
        return {
          whole: any.map((word) => `'${FIELD_MARK}${word}'`).join(" | "),
          beginning: beginnings.join(" | "),
          inHead: "",
        };
      });
      return { words: planned, weighed: planned, after: 0, last: await corpus.lastArticleId(db) };
    },
    async count(plan) {
      const matches = seen.within
        ? sql`select matched.article_id from (${matched(plan)}) as matched ${entries} where true ${alsoWithin(seen)}`
        : matched(plan);
      const column = seen.within ? sql`matched.article_id` : sql`article_id`;
      const most = plan.last > SMALL_ARCHIVE ? sql`limit ${MAX_COUNTED + 1}` : sql``;
      const { rows } = await sql<{ total: number; middle: number | null }>`
        select count(*) as total, avg(article_id)::float8 as middle from (${matches} ${most}) as matched`.execute(db);
      const { total = 0, middle } = rows[0] ?? {};
      // In the order of insertion: the counted ones reach to about twice their mean.
      if (total > MAX_COUNTED && middle) return asEstimate(total * Math.max(1, plan.last / (2 * middle)));
      // Comparing every match with the few hidden articles takes longer than counting.
      const hidden = await sql`${hiddenArticles(seen)} limit 1`.execute(db);
      if (total === 0 || hidden.rows.length === 0) return total;
      return (
        total - (await readCount(db, sql`from (${matches} and ${column} in (${hiddenArticles(seen)})) as matched`))
      );
    },
    async pick(plan, step, before, limit) {
      const few = await fewInHead(plan);
      if (step !== ANYWHERE) {
        if (few?.length === 0) return [];
        const found = before ? `(${inHead(plan, step)}) & !(${inHead(plan, before)})` : inHead(plan, step);
        const among = few ? sql`and article_id = any(${few})` : sql``;
        return readBatches(limit, (batch) => readSorted(sql`${headMatching(found)} ${among}`, batch));
      }
      const others = few ? sql`select unnest(${few}::int[])` : before && headMatching(inHead(plan, before));
      const matches = others ? sql`${matched(plan)} and article_id not in (${others})` : matched(plan);
      const weighed = sql`${anywhere(plan)}::text::tsquery`;
      return readBatches(
        limit,
        (batch) => readSorted(matches, batch, batch.skip === 0 ? weighed : undefined),
        MAX_RANKED,
      );
    },
    async similar(words, limit) {
      const query = sql`${words.flatMap((word) => [..."abc"].map((field) => `'${field}${word}'`)).join(" | ")}::text::tsquery`;
      return read(sql`with matched as materialized (
          select article_id from article_search_head where head @@ ${query} order by article_id desc limit ${MAX_SIMILAR})
        select entry.article_id as id from matched join article_search_head using (article_id)
        join article_list_entry as entry using (article_id)
        where ${readable(seen.viewer, seen.now, LIST_ENTRY)}
        order by ts_rank(head, ${query}) desc, entry.effective_at desc, entry.article_id desc limit ${limit}`);
    },
  };
}

const anywhere = ({ words }: Plan) =>
  words.map(({ beginning }) => `(${beginning.replaceAll(FIELD_MARK, "")})`).join(" & ");

/** In the heads a word starts with a letter for its field. */
function inHead({ words }: Plan, { fields, whole }: Step): string {
  const letters = [...FIELD_LETTERS.slice(0, fields)];
  return words
    .map((word) => (whole ? word.whole : word.beginning))
    .map((terms) => `(${letters.map((letter) => terms.replaceAll(FIELD_MARK, letter)).join(" | ")})`)
    .join(" & ");
}

// Two tables, as counting reads a row for every match, and the heads would make it long.
const matched = (plan: Plan) =>
  sql`select article_id from article_search where document @@ ${anywhere(plan)}::text::tsquery`;
const headMatching = (query: string) =>
  sql`select article_id from article_search_head where head @@ ${query}::text::tsquery`;

/** Documents in one statement: each may have a megabyte. */
const PUT_AT_ONCE = 25;

/** Replaces the words of articles in the index, by their ids. */
export async function putPostgres(
  trx: Transaction<Tables>,
  documents: ReadonlyMap<number, TextDocument>,
): Promise<void> {
  for (const some of chunksOf([...documents], PUT_AT_ONCE)) {
    const rows = some.map(([id, { title, tags, excerpt, about, body }]) => ({
      id,
      head: tsvector(
        [title.map((word) => `a${word}`), "A"],
        [tags.map((word) => `b${word}`), "B"],
        [excerpt.map((word) => `c${word}`), "C"],
        [about.map((word) => `d${word}`), "D"],
      ),
      whole: tsvector([title, "A"], [tags, "B"], [excerpt, "C"], [about, "C"], [body, "D"]),
    }));
    const wholes = rows.map(({ id, whole }) => sql`(${id}, ${whole}::text::tsvector)`);
    await sql`insert into article_search (article_id, document) values ${sql.join(wholes)}
      on conflict (article_id) do update set document = excluded.document`.execute(trx);
    const heads = rows.map(({ id, head }) => sql`(${id}, ${head}::text::tsvector)`);
    await sql`insert into article_search_head (article_id, head) values ${sql.join(heads)}
      on conflict (article_id) do update set head = excluded.head`.execute(trx);
  }
}

/** A tsvector as text: every word with its positions, each with the weight of its field. */
function tsvector(...parts: [words: string[], weight: "A" | "B" | "C" | "D"][]): string {
  const positions = new Map<string, string[]>();
  let position = 0;
  for (const [words, weight] of parts) {
    for (const word of words) {
      position = Math.min(position + 1, LAST_POSITION);
      const places = positions.get(word);
      if (!places) positions.set(word, [position + weight]);
      else if (places.length < MAX_POSITIONS) places.push(position + weight);
    }
  }
  return [...positions].map(([word, places]) => `'${word}':${places.join(",")}`).join(" ");
}

export async function removePostgres(trx: Transaction<Tables>, id: number): Promise<void> {
  await sql`delete from article_search where article_id = ${id}`.execute(trx);
  await sql`delete from article_search_head where article_id = ${id}`.execute(trx);
}
