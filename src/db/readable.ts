import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Viewer } from "#shared/viewer.ts";

/** What decides whether an article is public. Times in epoch milliseconds. */
type Article = { status: string; published_at: number | null };

/** What an article asks of its readers: a level for members is an entry here, a column, and a case in `levelsOf`. */
type AccessLevel = "public";

function levelsOf(viewer: Viewer): readonly AccessLevel[] {
  switch (viewer.kind) {
    case "anonymous":
    case "member":
    case "staff":
    case "key":
      return ["public"];
  }
}

/**
 * The columns with status and date, and the index to use. Both engines use the one by date unless the condition is
 * worded so that it does not apply.
 */
type Source = { status?: string; at: string; index?: "date" | "heat" | "id" };

const ARTICLE: Source = { status: "article.status", at: "article.published_at" };
/** For an order by heat. */
export const BY_HEAT: Source = { ...ARTICLE, index: "heat" };
/** For a range of ids. */
export const BY_ID: Source = { ...ARTICLE, index: "id" };
/** The editors' list, which has a row for each article. */
export const LIST_ENTRY: Source = { status: "status", at: "effective_at" };
export const BYLINE: Source = { at: "article_byline.published_at" };
export const TOPIC: Source = { at: "article_topic.published_at" };

/**
 * The condition that a viewer may read an article of a level at `now`: it is public, and the viewer may read the level.
 * The same for every kind of viewer: permissions decide what else staff see, article by article. The only place where
 * reading queries may say this (`scripts/check-database.mjs`).
 */
export function readable(
  viewer: Viewer,
  now: number,
  source?: Source,
  level: AccessLevel = "public",
): RawBuilder<SqlBool> {
  return levelsOf(viewer).includes(level) ? publicAt(now, source) : sql<SqlBool>`1 = 0`;
}

/** The same for one row in memory: for a list of ids, where SQLite would scan all readable articles. */
export const isReadable = (viewer: Viewer, row: Article, now: number, level: AccessLevel = "public"): boolean =>
  levelsOf(viewer).includes(level) && isPublic(row, now);

/**
 * The condition that an article is public at `now`, whoever may read it: it is published, its date has come, and it is not
 * in the trash, whose rows are elsewhere. For counts and for what follows from a publication; readers' queries use `readable`.
 */
export const publicAt = (now: number, source: Source = ARTICLE): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${published(source)} ${source.index === "heat" ? sql`+` : sql``}${sql.ref(source.at)} <= ${now})`;

/** The same for one row in memory. */
export const isPublic = ({ status, published_at }: Article, now: number): boolean =>
  status === "published" && published_at !== null && published_at <= now;

function published({ status, index }: Source): RawBuilder<unknown> {
  if (status === undefined) return sql``;
  return index === "id"
    ? sql`${sql.ref(status)} not in ('draft', 'ready') and`
    : sql`${sql.ref(status)} = 'published' and`;
}

/** The condition that an article will become readable after `now` by time alone. */
export const scheduled = (now: number, source: Source = ARTICLE): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${published(source)} ${sql.ref(source.at)} > ${now})`;

/** The same for one row in memory. */
export const isScheduled = ({ status, published_at }: Article, now: number): boolean =>
  status === "published" && published_at !== null && published_at > now;
