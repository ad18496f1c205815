import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import {
  ANYWHERE,
  type Corpus,
  type FullText,
  hiddenArticles,
  INDEX_FIELDS,
  MAX_LISTED,
  type Plan,
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

function postgresText(db: Kysely<Tables>, corpus: Corpus): FullText {
  const clause = ({ words }: Plan, { fields, whole }: Step) => {
    const fieldLabel = "ABCD".slice(0, fields === INDEX_FIELDS.length ? 0 : fields);
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
    async plan(words) {
      const isAlone = words.length === 1;
      const label = (word: string, star: string) => `'${word}':${star}${FIELD_MARK}`;
      return {
        words: words.map((any) => ({
          whole: any.map((word) => label(word, "")).join(" | "),
          beginning: any.map((word) => label(word, isAlone || corpus.holds(word) ? "*" : "")).join(" | "),
        })),
        after: 0,
      };
    },
    count: (plan, now) =>
      readCount(
        db,
        sql`from article_search where ${matches(plan, ANYWHERE)} and article_id not in (${hiddenArticles(now)})`,
      ),
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

/** Puts an article's words into the index, in place of those that it had. */
export async function putPostgres(trx: Transaction<Tables>, id: number, document: TextDocument): Promise<void> {
  const { title, tags, excerpt, about, body } = document;
  const head = tsvector([title, "A"], [tags, "B"], [excerpt, "C"], [about, "D"]);
  const whole = tsvector([title, "A"], [tags, "B"], [excerpt, "C"], [about, "C"], [body, "D"]);
  await sql`insert into article_search (article_id, head, document)
    values (${id}, ${head}::text::tsvector, ${whole}::text::tsvector)
    on conflict (article_id) do update set head = excluded.head, document = excluded.document`.execute(trx);
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
}
