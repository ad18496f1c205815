import { type Kysely, type SqlBool, sql } from "kysely";
import { isReadable, readable } from "#db/readable.ts";
import type { Tables } from "#db/tables.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { ArticleGenre } from "../tables.ts";

/** The home page's lists, with the switch that makes an article a member. */
const LISTS = { is_featured: "lead", is_editors_pick: "picks" } as const;
export type HomeFlag = keyof typeof LISTS;

/** Excludes sponsored articles, which never appear in editorial places. */
export const isUnpaid = sql<SqlBool>`article.genre <> 'sponsored'`;

/** Those of some articles that were not paid for, in the same order. */
export async function unpaidAmong(db: Kysely<Tables>, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  // By the index of genres: the rows of hundreds of articles take too long to read.
  const rows = await db
    .selectFrom("article")
    .select("id")
    .where("genre", "=", "sponsored")
    .where(sql<SqlBool>`+article.id in (${sql.join(ids)})`)
    .execute();
  const paid = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !paid.has(id));
}

/** What its articles have in common: a switch that is on (1), their category, or their genre. */
type Common =
  | readonly [column: HomeFlag | "category_id", value: number]
  | readonly [column: "genre", value: ArticleGenre];
type Newest = { limit: number; except: readonly number[] };

/** Ids of the newest public articles that have something in common, except some and those that were paid for. */
export async function newestOf(
  db: Kysely<Tables>,
  [column, value]: Common,
  viewer: Viewer,
  now: number,
  { limit, except }: Newest,
): Promise<number[]> {
  const rows = await db
    .selectFrom("article")
    .select("id")
    .where((eb) => eb(eb.ref(column), "=", value as never))
    .where(readable(viewer, now))
    .$if(column !== "genre", (query) => query.where(isUnpaid))
    .$if(except.length > 0, (query) => query.where("id", "not in", [...except]))
    .orderBy("published_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Ids of a list of the home page: the arranged ones, then the newest. Articles whose place has ended are in neither
 * part.
 */
export async function idsOfList(
  db: Kysely<Tables>,
  flag: HomeFlag,
  viewer: Viewer,
  now: number,
  limit: number,
): Promise<number[]> {
  const placements = await db
    .selectFrom("placement")
    .select(["article_id", "ends_at"])
    .where("list", "=", LISTS[flag])
    .orderBy("position")
    .execute();
  const current = placements.filter(({ ends_at }) => ends_at === null || ends_at > now);
  const arranged = await visibleOf(
    db,
    viewer,
    now,
    current.map(({ article_id }) => article_id),
  );
  if (arranged.length >= limit) return arranged.slice(0, limit);
  const except = placements.map(({ article_id }) => article_id);
  return [...arranged, ...(await newestOf(db, [flag, 1], viewer, now, { limit: limit - arranged.length, except }))];
}

async function visibleOf(db: Kysely<Tables>, viewer: Viewer, now: number, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return ids;
  // The condition is checked in memory, or SQLite would scan all visible articles.
  const rows = await db
    .selectFrom("article")
    .select(["id", "status", "published_at"])
    .where("id", "in", ids)
    .where(isUnpaid)
    .execute();
  const visible = new Set(rows.filter((row) => isReadable(viewer, row, now)).map(({ id }) => id));
  return ids.filter((id) => visible.has(id));
}
