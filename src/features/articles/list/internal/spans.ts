import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import { holdLock } from "#db/dialect.ts";
import { scheduled } from "#db/readable.ts";
import type { Tables } from "#db/tables.ts";
import type { ArticleListSpanTable, ArticleStatus } from "#features/articles/tables.ts";
import type { Page } from "#shared/schema.ts";

/** A span with more than twice this many articles is split. */
const SPAN = 500;
/** Before every date: the start of a list's first span. */
const BEGINNING = Number.MIN_SAFE_INTEGER;
/** The list of all published articles. Others are a category's, by its id. */
export const PUBLISHED = 0;

/** An article's position in a list: its date (epoch milliseconds), then its id. */
export type Place = { at: number; id: number };
export type Move = { list: number; place: Place; by: 1 | -1 };
type Span = Omit<ArticleListSpanTable, "list">;

/** Records in the spans which articles enter and leave lists. `article_list_entry` is already up to date. */
export async function moveInSpans(trx: Transaction<Tables>, moves: Move[]): Promise<void> {
  if (moves.length === 0) return;
  await holdLock(trx, "spans");
  const byList = Map.groupBy(moves, ({ list }) => list);
  for (const [list, ofList] of [...byList].sort(([a], [b]) => a - b)) {
    const spans = await spansAround(trx, list, ofList);
    for (const [index, span] of spans.entries()) {
      const next = spans[index + 1];
      const within = ofList.filter(({ place }) => isBehind(place, span) && !(next && isBehind(place, next)));
      const by = within.reduce((sum, move) => sum + move.by, 0);
      if (by === 0) continue;
      const size = span.size + by;
      await spanAt(trx, list, span)
        .set({ size: sql`size + ${by}` })
        .execute();
      if (size > 2 * SPAN) await cut(trx, list, { ...span, size });
    }
  }
}

const isBehind = (place: Place, { from_at, from_id }: Span) =>
  place.at > from_at || (place.at === from_at && place.id >= from_id);

const spanAt = (trx: Transaction<Tables>, list: number, { from_at, from_id }: Span) =>
  trx
    .updateTable("article_list_span")
    .where("list", "=", list)
    .where("from_at", "=", from_at)
    .where("from_id", "=", from_id);

/** The spans affected by the moves of a list, oldest first; creates the first span of a new list. */
async function spansAround(trx: Transaction<Tables>, list: number, moves: Move[]): Promise<Span[]> {
  const places = moves.map(({ place }) => place).sort((a, b) => a.at - b.at || a.id - b.id);
  const [first, last] = [places[0], places.at(-1)];
  if (!first || !last) return [];
  const known = selectSpans(trx, list);
  const begin = await known
    .where(placed("from_at", "from_id", "<=", first))
    .orderBy("from_at", "desc")
    .orderBy("from_id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!begin) {
    const span = { from_at: BEGINNING, from_id: 0, size: 0 };
    await trx
      .insertInto("article_list_span")
      .values({ list, ...span })
      .execute();
    return [span];
  }
  if (first === last) return [begin];
  return known
    .where(placed("from_at", "from_id", ">=", { at: begin.from_at, id: begin.from_id }))
    .where(placed("from_at", "from_id", "<=", last))
    .orderBy("from_at")
    .orderBy("from_id")
    .execute();
}

const selectSpans = (db: Kysely<Tables>, list: number) =>
  db.selectFrom("article_list_span").select(["from_at", "from_id", "size"]).where("list", "=", list);

export function placed(at: string, id: string, operator: "<" | "<=" | ">=", place: Place): RawBuilder<SqlBool> {
  return sql`(${sql.ref(at)}, ${sql.ref(id)}) ${sql.raw(operator)} (${place.at}, ${place.id})`;
}

async function cut(trx: Transaction<Tables>, list: number, span: Span): Promise<void> {
  const from = { at: span.from_at, id: span.from_id };
  const at = await trx
    .selectFrom("article_list_entry")
    .select(["effective_at as from_at", "article_id as from_id"])
    .where("status", "=", "published")
    .$if(list !== PUBLISHED, (query) => query.where("category_id", "=", list))
    .where(placed("effective_at", "article_id", ">=", from))
    .orderBy("effective_at")
    .orderBy("article_id")
    .offset(SPAN)
    .limit(1)
    .executeTakeFirst();
  if (!at) return;
  const rest = { ...at, size: span.size - SPAN };
  await spanAt(trx, list, span).set({ size: SPAN }).execute();
  await trx
    .insertInto("article_list_span")
    .values({ list, ...rest })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (rest.size > 2 * SPAN) await cut(trx, list, rest);
}

/** The spans of a list, newest first; of all categories if undefined. */
export const readSpans = (db: Kysely<Tables>, categoryId: number | undefined): Promise<Span[]> =>
  selectSpans(db, categoryId ?? PUBLISHED)
    .orderBy("from_at", "desc")
    .orderBy("from_id", "desc")
    .execute();

/**
 * The place after which to read, and how many articles to skip there, to reach a position counted from the newest, with
 * drafts merged in. Null for the start.
 */
export function placeAt(position: number, spans: Span[], drafts: Place[] = []) {
  let before: Place | null = null;
  let skip = position;
  let published = 0;
  let draftsAhead = 0;
  for (const span of spans) {
    published += span.size;
    for (let next = drafts[draftsAhead]; next && isBehind(next, span); next = drafts[draftsAhead]) draftsAhead += 1;
    if (published + draftsAhead > position) break;
    before = { at: span.from_at, id: span.from_id };
    skip = position - published - draftsAhead;
  }
  return { before, skip };
}

/** Maximum drafts merged in memory. */
const MAX_DRAFTS = 2_000;
const END: Place = { at: Number.MAX_SAFE_INTEGER, id: 0 };

type DatedList = {
  /** All categories if undefined. */
  categoryId: number | undefined;
  /** Includes drafts, ready and scheduled articles if undefined. */
  status: ArticleStatus | undefined;
  ascending: boolean;
  page: Page;
  now: number;
};

/**
 * A page of the editors' list by date, and the total, at the same cost for any page: published articles are counted by
 * spans, drafts one by one. Undefined if there are too many drafts.
 */
export async function pageByDate(
  db: Kysely<Tables>,
  { categoryId, status, ascending, page, now }: DatedList,
): Promise<{ ids: number[]; total: number } | undefined> {
  const drafts = status === "published" ? [] : await draftPlaces(db, categoryId, status);
  if (drafts.length > MAX_DRAFTS) return undefined;
  const isUnpublished = status === "draft" || status === "ready";
  const spans = isUnpublished ? [] : await readSpans(db, categoryId);
  const scheduled = status === "published" ? await countScheduled(db, categoryId, now) : 0;
  const all = spans.reduce((sum, { size }) => sum + size, drafts.length);
  const total = Math.max(0, all - scheduled);
  const count = Math.min(page.limit, total - page.offset);
  if (count <= 0) return { ids: [], total };
  const position = scheduled + (ascending ? total - page.offset - count : page.offset);
  const rows = isUnpublished
    ? drafts.slice(position, position + count)
    : await readFrom(db, { categoryId, status, count, ...placeAt(position, spans, drafts) });
  const ids = rows.map(({ id }) => id);
  return { ids: ascending ? ids.reverse() : ids, total };
}

type Part = Pick<DatedList, "categoryId" | "status"> & { before: Place | null; skip: number; count: number };

const readFrom = (db: Kysely<Tables>, { categoryId, status, before, skip, count }: Part): Promise<{ id: number }[]> =>
  db
    .selectFrom("article_list_entry")
    .select("article_id as id")
    .$if(status !== undefined, (query) => query.where("status", "=", "published"))
    .$if(categoryId !== undefined, (query) => query.where("category_id", "=", categoryId ?? 0))
    .where(placed("effective_at", "article_id", "<", before ?? END))
    .orderBy("effective_at", "desc")
    .orderBy("article_id", "desc")
    .limit(count)
    .offset(skip)
    .execute();

/**
 * The positions of drafts, or of those of one status, newest first. Entries of the list have no index by status;
 * articles do.
 */
async function draftPlaces(
  db: Kysely<Tables>,
  categoryId: number | undefined,
  status: "draft" | "ready" | undefined,
): Promise<Place[]> {
  const rows = await db
    .selectFrom("article")
    .innerJoin("article_list_entry as entry", "entry.article_id", "article.id")
    .select(["article.id", "entry.effective_at as at"])
    .where("article.status", "in", status === undefined ? ["draft", "ready"] : [status])
    .$if(categoryId !== undefined, (query) => query.where("entry.category_id", "=", categoryId ?? 0))
    .limit(MAX_DRAFTS + 1)
    .execute();
  return rows.sort((left, right) => right.at - left.at || right.id - left.id);
}

export async function countScheduled(db: Kysely<Tables>, categoryId: number | undefined, now: number): Promise<number> {
  const row = await db
    .selectFrom("article")
    .select(sql<number>`count(*)`.as("count"))
    .where(scheduled(now))
    .$if(categoryId !== undefined, (query) => query.where("category_id", "=", categoryId ?? 0))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}
