import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import {
  type Alternatives,
  ANYWHERE,
  alsoWithin,
  asEstimate,
  type Batch,
  type Corpus,
  type FullText,
  hiddenArticles,
  INDEX_FIELDS,
  MAX_COUNTED,
  MAX_RANKED,
  type Plan,
  type PlannedWord,
  readBatches,
  readCount,
  type Seen,
  type Slice,
  SMALL_ARCHIVE,
  type Step,
  type TextDocument,
} from "./full-text.ts";
import { LIST_ENTRY, readable } from "./readable.ts";
import type { Tables } from "./tables.ts";

/** The fields of `article_search_head`: all but the text. */
const HEAD_FIELDS = INDEX_FIELDS.length - 1;
/** Up to this many articles are sorted into steps here, rather than found again by the index in each step. */
const MAX_FEW = 200;

/** By number of fields, the ids of the matches of that step, newest first; a hole if a wider step has none. */
type FewMatches = number[][];

/** The steps of the ranking that omit the texts of articles, on SQLite. */
function sqliteHeads(db: Kysely<Tables>, seen: Seen) {
  const reader = (plan: Plan, expression: string) => (slice: Slice) =>
    readSorted(
      db,
      sql`from article_search_head as match ${visible(seen)}
        and article_search_head match ${expression} ${behind(plan.after)}`,
      slice,
    );
  const readFew = async (plan: Plan, step: Step) =>
    (await reader(plan, inHead(plan, step))({ most: MAX_FEW + 1, skip: 0, wanted: MAX_FEW + 1 })).ids;

  const known = new WeakMap<Plan, Promise<FewMatches | undefined>>();
  /**
   * The articles that have several words in their heads, if they are few. Read from the widest step on until one has
   * none, as narrower ones have none either: common words are rarely together in a title.
   */
  const fewMatches = (plan: Plan): Promise<FewMatches | undefined> => {
    const read = async () => {
      if (plan.words.length === 1) return undefined;
      const matches: FewMatches = [];
      for (let fields = HEAD_FIELDS; fields > 0; fields -= 1) {
        const ids = await readFew(plan, { fields, whole: false });
        if (ids.length > MAX_FEW) return undefined;
        matches[fields] = ids;
        if (ids.length === 0) break;
      }
      return matches;
    };
    const matches = known.get(plan) ?? read();
    known.set(plan, matches);
    return matches;
  };

  return {
    /** The first `limit` matches of a step that are not in a narrower one, newest first. */
    async pick(plan: Plan, step: Step, before: Step | undefined, limit: number): Promise<number[]> {
      const few = await fewMatches(plan);
      if (few) {
        const matchesOf = async (one: Step) => {
          const matches = few[one.fields] ?? [];
          return one.whole && matches.length > 0 ? readFew(plan, one) : matches;
        };
        const narrower = new Set(before ? await matchesOf(before) : []);
        return (await matchesOf(step)).filter((id) => !narrower.has(id)).slice(0, limit);
      }
      const wide = inHead(plan, step);
      return readBatches(limit, reader(plan, before ? `(${wide}) NOT (${inHead(plan, before)})` : wide));
    },
    /** A query for the ids of the matches of the widest step. */
    async idsOf(plan: Plan, widest: Step): Promise<RawBuilder<unknown>> {
      const few = await fewMatches(plan);
      if (few) return sql`select value from json_each(${JSON.stringify(few[widest.fields] ?? [])})`;
      return sql`select rowid from article_search_head
        where article_search_head match ${inHead(plan, widest)} ${behind(plan.after)}`;
    },
  };
}

function inHead({ words }: Plan, { fields, whole }: Step): string {
  const terms = words.map((word) => `(${whole ? word.whole : word.inHead})`).join(" AND ");
  return `{${INDEX_FIELDS.slice(0, fields).join(" ")}} : (${terms})`;
}

// FTS5 can start after an id only if it is an integer, and JavaScript numbers are bound as reals.
const behind = (id: number) => (id > 0 ? sql`and rowid > cast(${id} as integer)` : sql``);

// The cross join fixes the join order: first the index, then its articles.
const visible = (seen: Seen) => sql`cross join article_list_entry as entry on entry.article_id = match.rowid
  where ${readable(seen.viewer, seen.now, LIST_ENTRY)} ${alsoWithin(seen)}`;

/**
 * Matches that a `from` clause selects (`match`, `entry`), sorted by the relevance of the words of another expression,
 * if there is one, then by date.
 */
async function readSorted(
  db: Kysely<Tables>,
  matching: RawBuilder<unknown>,
  { most, skip, wanted }: Slice,
  weighed?: string,
): Promise<Batch> {
  const found = sql`with found as materialized (select match.rowid as id, entry.effective_at ${matching}
    order by match.rowid desc limit ${most} offset ${skip})`;
  const { rows } = await (weighed === undefined
    ? sql<{ id: number }>`${found} select id from found order by effective_at desc, id desc limit ${wanted}`
    : sql<{ id: number }>`${found}, weighed as materialized (
            select rowid as id, bm25(article_search, 10, 6, 4, 2, 1) as score from article_search
            where article_search match ${weighed} and rowid >= (select min(id) from found)
              and rowid <= (select max(id) from found))
          select found.id from found left join weighed on weighed.id = found.id
          order by weighed.score, found.effective_at desc, found.id desc limit ${wanted}`
  ).execute(db);
  return { ids: rows.map(({ id }) => id), isLast: rows.length < Math.min(most, wanted) };
}

/**
 * SQLite runs in this process, so the work of a query is limited (docs/decisions/0011 and 0017). One step of the
 * ranking reads at most MAX_POSTINGS index entries, by an estimate from the SAMPLE_SIZE last added articles; an archive
 * up to SMALL_ARCHIVE needs no estimate. BM25 reads every entry of each word first, so that texts are weighed by words
 * with MAX_WEIGHED entries at most. All words of a query together are expanded to at most MAX_TERMS vocabulary words.
 */
const MAX_POSTINGS = 300_000;
/** With a filter, which is checked article by article: as many as in the largest archive without estimates. */
const MAX_FILTERED = SMALL_ARCHIVE;
const MAX_WEIGHED = 20_000;
const SAMPLE_SIZE = 2_000;
/** High totals are estimated from the matches among this many last added articles. */
const COUNTED_ARTICLES = 20_000;
const MAX_TERMS = 128;

/** How many of the last added articles are searched for similar ones, and how many matches are ranked. */
const SIMILAR_WINDOW = 50_000;
const MAX_SIMILAR = 1_000;

/**
 * Full-text search by FTS5, in two indexes: `article_search_head` has everything but the text of the articles, and
 * serves the narrow steps of the ranking in a tenth of the time of the full index (docs/decisions/0033).
 */
export function sqliteText(db: Kysely<Tables>, corpus: Corpus, seen: Seen): FullText {
  /** The matches among the articles with ids from `from`, exclusive, to `to`. */
  const countBetween = async ({ words, after }: Plan, from: number, to: number) => {
    if (seen.within)
      return readCount(
        db,
        sql`from article_search as match ${visible(seen)} and article_search match ${anywhere(words)}
          ${behind(Math.max(after, from))} and match.rowid <= cast(${to} as integer)`,
      );
    const matching = sql`from article_search
      where article_search match ${anywhere(words)} ${behind(Math.max(after, from))} and rowid <= cast(${to} as integer)`;
    const all = await readCount(db, matching);
    // Comparing every match with the few hidden articles takes longer than counting.
    const hidden = await sql`${hiddenArticles(seen)} limit 1`.execute(db);
    if (all === 0 || hidden.rows.length === 0) return all;
    return all - (await readCount(db, sql`${matching} and rowid in (${hiddenArticles(seen)})`));
  };
  const heads = sqliteHeads(db, seen);
  const pickAnywhere = async (plan: Plan, before: Step | undefined, limit: number) => {
    const others = before ? sql`and match.rowid not in (${await heads.idsOf(plan, before)})` : sql``;
    const matching = sql`from article_search as match ${visible(seen)}
      and article_search match ${anywhere(plan.words)} ${behind(plan.after)} ${others}`;
    const weighed = plan.weighed.length > 0 ? anywhere(plan.weighed) : undefined;
    return readBatches(
      limit,
      (batch) => readSorted(db, matching, batch, batch.skip === 0 ? weighed : undefined),
      MAX_RANKED,
    );
  };
  return {
    plan: (words) => planWithin(db, corpus, words, seen.within ? MAX_FILTERED : MAX_POSTINGS),
    async count(plan) {
      const recent = plan.last > SMALL_ARCHIVE ? plan.last - COUNTED_ARTICLES : 0;
      const counted = await countBetween(plan, recent, plan.last);
      if (recent === 0) return counted;
      const total = counted * (plan.last / COUNTED_ARTICLES);
      return total > MAX_COUNTED ? asEstimate(total) : counted + (await countBetween(plan, 0, recent));
    },
    pick: (plan, step, before, limit) =>
      step === ANYWHERE ? pickAnywhere(plan, before, limit) : heads.pick(plan, step, before, limit),
    async similar(words, limit) {
      const expression = `{title tags excerpt} : (${words.map((word) => `"${word}"`).join(" OR ")})`;
      const after = Math.max(0, (await corpus.lastArticleId(db)) - SIMILAR_WINDOW);
      const { rows } = await sql<{ id: number }>`select found.id from (
          select rowid as id, bm25(article_search_head, 10, 6, 4, 2) as score from article_search_head
          where article_search_head match ${expression} ${behind(after)} order by rowid desc limit ${MAX_SIMILAR}
        ) as found cross join article_list_entry as entry on entry.article_id = found.id
        where ${readable(seen.viewer, seen.now, LIST_ENTRY)}
        order by found.score, entry.effective_at desc, found.id desc limit ${limit}`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}

const anywhere = (words: PlannedWord[]) => words.map(({ beginning }) => `(${beginning})`).join(" AND ");

/**
 * In a large archive words are dropped, the commonest first, until a step stays within `postings`: a word in half
 * of the articles distinguishes them least. If even the last word has too many, only the last added articles are
 * searched.
 */
async function planWithin(db: Kysely<Tables>, corpus: Corpus, words: Alternatives[], postings: number): Promise<Plan> {
  const last = await corpus.lastArticleId(db);
  const share = Math.max(1, Math.floor(MAX_TERMS / words.flat().length));
  const isAlone = words.length === 1;
  const isSmall = last <= SMALL_ARCHIVE;
  const planned: PlannedWord[] = [];
  for (const any of words) {
    const beginnings: string[] = [];
    for (const word of any) beginnings.push(await beginningOf(db, corpus, word, { share, isAlone, isSmall }));
    const head = any.map((word) => `"${word}"${isAlone || isSmall || corpus.holds(word) ? " *" : ""}`);
    const whole = any.map((word) => `"${word}"`).join(" OR ");
    planned.push({ whole, beginning: beginnings.join(" OR "), inHead: head.join(" OR ") });
  }
  if (isSmall) return { words: planned, weighed: planned, after: 0, last };
  const rated: { word: PlannedWord; density: number }[] = [];
  for (const word of planned) rated.push({ word, density: await densityOf(db, word.beginning, last) });
  rated.sort((left, right) => left.density - right.density);
  const within = (most: number) => {
    let room = most;
    return rated
      .filter(({ density }) => {
        room -= density * last;
        return room >= 0;
      })
      .map(({ word }) => word);
  };
  const weighed = within(MAX_WEIGHED);
  const kept = within(postings);
  const rarest = rated[0];
  if (kept.length > 0 || !rarest) return { words: kept, weighed, after: 0, last };
  return { words: [rarest.word], weighed, after: last - Math.floor(postings / rarest.density), last };
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
 * letters have an index of their own, and next to other words match only as full words, as do numbers.
 */
async function beginningOf(
  db: Kysely<Tables>,
  corpus: Corpus,
  word: string,
  { share, isAlone, isSmall }: { share: number; isAlone: boolean; isSmall: boolean },
): Promise<string> {
  const native = `"${word}" *`;
  if (!corpus.holds(word)) return isAlone || isSmall ? native : `"${word}"`;
  const family = await corpus.beginning(db, word, share + 1);
  if (family.length > share && isSmall) return native;
  return [...new Set([word, ...family.slice(0, share)])].map((term) => `"${term}"`).join(" OR ");
}

/** Replaces an article's words in the index. */
export async function putSqlite(trx: Transaction<Tables>, id: number, document: TextDocument): Promise<void> {
  const { title, tags, excerpt, about, body } = document;
  const values = [title, tags, excerpt, about, body].map((words) => words.join(" "));
  await sql`insert or replace into article_search (rowid, title, tags, excerpt, about, body)
    values (${id}, ${sql.join(values)})`.execute(trx);
  await sql`insert or replace into article_search_head (rowid, title, tags, excerpt, about)
    values (${id}, ${sql.join(values.slice(0, -1))})`.execute(trx);
}

export async function removeSqlite(trx: Transaction<Tables>, id: number): Promise<void> {
  await sql`delete from article_search where rowid = ${id}`.execute(trx);
  await sql`delete from article_search_head where rowid = ${id}`.execute(trx);
}
