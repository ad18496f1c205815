import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import {
  ANYWHERE,
  type Corpus,
  type FullText,
  hiddenArticles,
  INDEX_FIELDS,
  MAX_LISTED,
  type Plan,
  rankedFirst,
  readCount,
  readIds,
  type Step,
  type TextDocument,
} from "./full-text.ts";
import type { Tables } from "./tables.ts";

/** Timeout of each statement of a search, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 2_000;
/** Placeholder for the fields of a step in a word of the plan. */
const FIELD_MARK = "#";
/** The highest word position, and as many positions of one word as the ranking can use. */
const LAST_POSITION = 16_383;
const MAX_POSITIONS = 32;

/**
 * Full-text search by tsvector. PostgreSQL underestimates the cost of a sequential scan tenfold, as it ignores the
 * unpacking of documents, so it is forced to use the index. Every statement of a search has a timeout.
 */
export function withPostgresText<Answer>(
  db: Kysely<Tables>,
  corpus: Corpus,
  ask: (text: FullText, db: Kysely<Tables>) => Promise<Answer>,
): Promise<Answer> {
  const reading = db.transaction().setAccessMode("read only");
  return reading.execute(async (trx) => {
    await sql`select set_config('enable_seqscan', 'off', true),
      set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true)`.execute(trx);
    return ask(postgresText(trx, corpus), trx);
  });
}

/** How the matches of a step are ranked, and which of them, in the order in which they were added, the last first. */
type Ranking = { score?: RawBuilder<unknown>; joined?: RawBuilder<unknown>; most?: number; skip?: number };

function postgresText(db: Kysely<Tables>, corpus: Corpus): FullText {
  const clause = ({ words }: Plan, { fields, whole }: Step) => {
    const fieldLabel = "ABCD".slice(0, fields === INDEX_FIELDS.length ? 0 : fields);
    const terms = words.map((word) => `(${(whole ? word.whole : word.beginning).replaceAll(FIELD_MARK, fieldLabel)})`);
    return sql`${terms.join(" & ")}::text::tsquery`;
  };
  // Two tables, as counting reads a row for every match, and the heads would make it long.
  const matched = (plan: Plan, step: Step) =>
    step === ANYWHERE
      ? sql`select article_id from article_search where document @@ ${clause(plan, step)}`
      : sql`select article_id from article_search_head where head @@ ${clause(plan, step)}`;
  /** Materialized, or the planner would scan the articles from the newest on and unpack each document. */
  const visible = (matches: RawBuilder<unknown>, now: number, rank: Ranking = {}) => sql`from (
      with matched as materialized (${matches}),
        newest as (select article_id from matched order by article_id desc
          limit ${rank.most ?? MAX_LISTED} offset ${rank.skip ?? 0})
      select article_id as id, ${rank.score ?? sql`0`} as score from newest ${rank.joined ?? sql``}
    ) as found join article_list_entry as entry on entry.article_id = found.id
    where entry.status = 'published' and entry.effective_at <= ${now}`;
  return {
    async plan(words) {
      const isAlone = words.length === 1;
      const label = (word: string, star: string) => `'${word}':${star}${FIELD_MARK}`;
      return {
        words: words.map((any) => ({
          whole: any.map((word) => label(word, "")).join(" | "),
          beginning: any.map((word) => label(word, isAlone || corpus.holds(word) ? "*" : "")).join(" | "),
          inHead: "",
        })),
        after: 0,
      };
    },
    async count(plan, now) {
      const all = await readCount(db, sql`from (${matched(plan, ANYWHERE)}) as matched`);
      if (all === 0) return 0;
      return (
        all -
        (await readCount(
          db,
          sql`from (${matched(plan, ANYWHERE)} and article_id in (${hiddenArticles(now)})) as matched`,
        ))
      );
    },
    pick(plan, step, before, now, limit) {
      const matches = before
        ? sql`${matched(plan, step)} and article_id not in (${matched(plan, before)})`
        : matched(plan, step);
      if (step !== ANYWHERE) return readIds(db, visible(matches, now), sql``, limit);
      const ranked = {
        score: sql`ts_rank(document, ${clause(plan, step)})`,
        joined: sql`join article_search using (article_id)`,
      };
      return rankedFirst(limit, (isRanked, most, skip) =>
        readIds(db, visible(matches, now, { ...(isRanked && ranked), most, skip }), sql`found.score desc,`, limit),
      );
    },
    similar(words, now, limit) {
      const query = sql`${words.map((word) => `'${word}':ABC`).join(" | ")}::text::tsquery`;
      const matches = sql`select article_id from article_search_head where head @@ ${query}`;
      const ranked = { score: sql`ts_rank(head, ${query})`, joined: sql`join article_search_head using (article_id)` };
      return readIds(db, visible(matches, now, ranked), sql`found.score desc,`, limit);
    },
  };
}

/** Puts an article's words into the index, in place of those that it had. */
export async function putPostgres(trx: Transaction<Tables>, id: number, document: TextDocument): Promise<void> {
  const { title, tags, excerpt, about, body } = document;
  const head = tsvector([title, "A"], [tags, "B"], [excerpt, "C"], [about, "D"]);
  const whole = tsvector([title, "A"], [tags, "B"], [excerpt, "C"], [about, "C"], [body, "D"]);
  await sql`insert into article_search (article_id, document) values (${id}, ${whole}::text::tsvector)
    on conflict (article_id) do update set document = excluded.document`.execute(trx);
  await sql`insert into article_search_head (article_id, head) values (${id}, ${head}::text::tsvector)
    on conflict (article_id) do update set head = excluded.head`.execute(trx);
}

/** A tsvector as text: every word with its positions, each carrying the weight of its field. */
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
