import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Batch, INDEX_FIELDS, type Plan, readBatches, type Seen, type Slice, type Step } from "./full-text.ts";
import { LIST_ENTRY, readable } from "./readable.ts";
import type { Tables } from "./tables.ts";

/** The fields of `article_search_head`: all but the text. */
const HEAD_FIELDS = INDEX_FIELDS.length - 1;
/** So many articles are sorted into steps here, rather than found again by the index in each step. */
const MAX_FEW = 200;

/** By number of fields, the ids of the matches of that step, the newest first; a hole where a wider step has none. */
type FewMatches = number[][];

/** The steps of the ranking that leave out the texts of articles, on SQLite. */
export function sqliteHeads(db: Kysely<Tables>, seen: Seen) {
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
   * none, as narrower ones have none either: common words rarely stand together in a title.
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
    /** The first `limit` matches of a step that are not in a narrower one, the newest first. */
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
    /** A query for the ids of the widest step's matches, which is `widest`. */
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
export const behind = (id: number) => (id > 0 ? sql`and rowid > cast(${id} as integer)` : sql``);

// The cross join fixes the join order: first the index, then its articles.
export const visible = ({
  viewer,
  now,
}: Seen) => sql`cross join article_list_entry as entry on entry.article_id = match.rowid
  where ${readable(viewer, now, LIST_ENTRY)}`;

/**
 * Some of the matches that a `from` clause selects (`match`, `entry`), sorted by the relevance of the words of another
 * expression, if there is one, then by date.
 */
export async function readSorted(
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
