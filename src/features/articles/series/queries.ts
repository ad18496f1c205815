import { expressionBuilder, type Kysely } from "kysely";
import { hasText } from "#db/dialect.ts";
import { isReadable, publicAt, readable } from "#db/readable.ts";
import { EVERYTHING, shows, showsInData } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { addressesOf, addressScope } from "#features/addresses/register.ts";
import { titledArticles } from "#features/articles/document.ts";
import { presentSummaries } from "#features/articles/present.ts";
import { summariesByIds } from "#features/articles/queries.ts";
import { ARTICLES_PER_PAGE } from "#features/articles/rules.ts";
import type { ArticlePage } from "#features/articles/schema.ts";
import { articleScope } from "#features/articles/scopes.ts";
import { shownSlug } from "#features/articles/slug.ts";
import { findPicture, focusedUrls } from "#features/media/pictures/queries.ts";
import { keyInAddress } from "#features/media/pictures/rules.ts";
import type { ListingKind, RecordKind, RecordRow } from "#platform/records/kind.ts";
import { countsOf, datedPages, listRows, marked, type Seen } from "#platform/records/queries.ts";
import { resolveRow } from "#platform/records/store.ts";
import type { DatedPage } from "#shared/page.ts";
import { seesHidden } from "#shared/permissions.ts";
import { ownUrl } from "#shared/pictures.ts";
import type { Page } from "#shared/schema.ts";
import { fold } from "#shared/text.ts";
import { isoDate } from "#shared/time.ts";
import type { Series, SeriesPart, SeriesQuery } from "./endpoints.ts";
import { NO_SERIES, SERIES_FIELDS, type SeriesFields, seriesSlug } from "./rules.ts";
import type { SeriesView } from "./site/series-page.tsx";

type Db = Kysely<Tables>;

/** Series as records. */
export const SERIES = {
  name: "series",
  table: "series",
  path: "series",
  fields: SERIES_FIELDS,
  none: NO_SERIES,
  addresses: addressesOf("series", seriesSlug),
  scopeOf: ({ id }: { id: number }) => articleScope.series(id),
  publishedOf: (now) =>
    expressionBuilder<Tables, "series">()
      .selectFrom("series_article")
      .innerJoin("article", "article.id", "series_article.article_id")
      .select(["article.id", "article.published_at"])
      .whereRef("series_article.series_id", "=", "series.id")
      .where(publicAt(now)),
  present: presentSeries,
} satisfies RecordKind<SeriesFields> & ListingKind;

/** Returns the series of an address if `viewer` sees it: readers see those with published articles. */
export async function readSeries(db: Db, seen: Seen, reference: string): Promise<Series | undefined> {
  const row = await resolveRow(db, SERIES, reference);
  if (!row) {
    // Any change may create it.
    shows(EVERYTHING);
    return undefined;
  }
  shows(addressScope("series", reference));
  await showsSeries(db, row.id);
  const [series] = await presentSeries(db, seen.now, [row]);
  return series?.is_hidden && !seesHidden(seen.viewer) ? undefined : series;
}

/** Records that a page depends on a series, and on which of its articles readers see. */
async function showsSeries(db: Db, id: number): Promise<void> {
  const rows = await db.selectFrom("series_article").select("article_id").where("series_id", "=", id).execute();
  shows(articleScope.series(id), ...rows.map(({ article_id }) => articleScope.card(article_id)));
}

/** One page of the series that `viewer` sees, by name, and the total. */
export async function listSeries(db: Db, seen: Seen, { query, ...page }: SeriesQuery) {
  shows();
  showsInData(EVERYTHING);
  const { rows, total } = await listRows(db, SERIES, seen, {
    ...page,
    where: query === "" ? [] : [hasText(db, "series.search_key", fold(query.trim()))],
  });
  return { series: await presentSeries(db, seen.now, rows), total };
}

/** Series in the API's form; `count` includes only articles that readers see at `now`. */
export async function presentSeries(db: Db, now: number, rows: readonly RecordRow<SeriesFields>[]): Promise<Series[]> {
  const counts = await countsOf(
    db,
    SERIES,
    now,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, name, slug, description, image_url }) =>
    marked({ id, name, slug, description, image_url, count: counts.get(id) ?? 0 }),
  );
}

const selectParts = (db: Db, seriesId: number) =>
  db
    .selectFrom("series_article")
    .innerJoin("article", "article.id", "series_article.article_id")
    .where("series_article.series_id", "=", seriesId);

/** The ids of a series' articles that readers see: in its order, or the newest first. */
export async function idsOfSeries(
  db: Db,
  { viewer, now }: Seen,
  id: number,
  { limit, offset, isNewestFirst = false }: Page & { isNewestFirst?: boolean },
): Promise<number[]> {
  await showsSeries(db, id);
  const rows = await selectParts(db, id)
    .select("article.id")
    .where(readable(viewer, now))
    .$if(isNewestFirst, (parts) => parts.orderBy("article.published_at", "desc"))
    .orderBy("series_article.position")
    .orderBy("article.id")
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.id);
}

/** All articles of a series in its order, except those in the trash. */
export async function partsOfSeries(db: Db, id: number): Promise<SeriesPart[]> {
  const rows = await selectParts(db, id)
    .select(["article.id", "article.title", "article.status", "article.published_at"])
    .orderBy("series_article.position")
    .orderBy("article.id")
    .execute();
  const titled = await titledArticles(db, rows);
  return titled.map(({ published_at, ...row }) => ({ ...row, published_date: isoDate(published_at) }));
}

/** The series of an article, even if readers do not see it. */
export const seriesOfArticle = async (db: Db, articleId: number) =>
  (await db
    .selectFrom("series_article")
    .innerJoin("series", "series.id", "series_article.series_id")
    .select(["series.id", "series.name"])
    .where("series_article.article_id", "=", articleId)
    .executeTakeFirst()) ?? null;

/** The place of a published article in its series, with its neighbours that readers see. */
export async function placeInSeries(db: Db, { viewer, now }: Seen, articleId: number): Promise<ArticlePage["series"]> {
  const series = await db
    .selectFrom("series_article")
    .innerJoin("series", "series.id", "series_article.series_id")
    .select(["series.id", "series.name", "series.slug"])
    .where("series_article.article_id", "=", articleId)
    .executeTakeFirst();
  if (!series) return undefined;
  await showsSeries(db, series.id);
  const rows = await selectParts(db, series.id)
    .select(["article.id", "article.title", "article.slug", "article.status", "article.published_at"])
    .orderBy("series_article.position")
    .orderBy("article.id")
    .execute();
  const parts = rows.filter((row) => isReadable(viewer, row, now));
  const at = parts.findIndex(({ id }) => id === articleId);
  if (at === -1) return undefined;
  const linked = (row: (typeof parts)[number] | undefined) =>
    row ? { id: row.id, title: row.title, slug: shownSlug(row) } : null;
  return {
    name: series.name,
    slug: series.slug,
    part: at + 1,
    total: parts.length,
    previous: at === 0 ? null : linked(parts[at - 1]),
    next: linked(parts[at + 1]),
  };
}

/** A page of a series, counted from 1; undefined beyond the last one, and for series that readers don't see. */
export async function readSeriesPage(
  db: Db,
  seen: Seen,
  slug: string,
  page: number,
): Promise<SeriesView | { movedTo: string } | undefined> {
  const series = await readSeries(db, seen, slug);
  if (!series) return undefined;
  if (series.slug !== slug) return { movedTo: series.slug };
  const offset = (page - 1) * ARTICLES_PER_PAGE;
  if (offset >= series.count) return undefined;
  const ids = await idsOfSeries(db, seen, series.id, { limit: ARTICLES_PER_PAGE, offset });
  const focused = await focusedUrls(db, [series.image_url]);
  const picture = await findPicture(db, keyInAddress(series.image_url) ?? "");
  return {
    ...(picture && { picture: { caption: picture.caption, credit: picture.credit } }),
    series: { ...series, image_url: focused(ownUrl(series.image_url)) },
    articles: presentSummaries(await summariesByIds(db, seen.viewer, seen.now, ids)),
    page,
    firstPart: offset + 1,
    isLast: offset + ARTICLES_PER_PAGE >= series.count,
  };
}

/** The series with published articles, for the sitemap. */
export const seriesWithPages = (db: Db, now: number, limit: number): Promise<DatedPage[]> =>
  datedPages(db, SERIES, now, { limit });
