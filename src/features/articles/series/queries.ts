import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import { hasText } from "#db/dialect.ts";
import { isReadable, publicAt, readable } from "#db/readable.ts";
import { EVERYTHING, shows, showsInData } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { addressScope, ownerAt } from "#features/addresses/register.ts";
import { titledArticles } from "#features/articles/document.ts";
import { presentSummaries } from "#features/articles/present.ts";
import { summariesByIds } from "#features/articles/queries.ts";
import type { ArticlePage } from "#features/articles/schema.ts";
import { articleScope } from "#features/articles/scopes.ts";
import { shownSlug } from "#features/articles/slug.ts";
import type { SeriesRow } from "#features/articles/tables.ts";
import { findPicture, focusedUrls } from "#features/media/pictures/queries.ts";
import { keyInAddress, keysInTexts } from "#features/media/pictures/rules.ts";
import { parseId } from "#shared/ids.ts";
import type { DatedPage } from "#shared/page.ts";
import { seesHidden } from "#shared/permissions.ts";
import { ownUrl } from "#shared/pictures.ts";
import type { Page } from "#shared/schema.ts";
import { slugWords } from "#shared/slug.ts";
import { fold } from "#shared/text.ts";
import { isoDate } from "#shared/time.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { Series, SeriesPart, SeriesQuery } from "./endpoints.ts";
import type { SeriesView } from "./site/series-page.tsx";

type Db = Kysely<Tables>;
type Seen = { viewer: Viewer; now: number };

/** Returns the series with this id, slug or former slug, even if readers do not see it. */
export async function resolveSeries(db: Db, reference: string | number): Promise<SeriesRow | undefined> {
  const number = typeof reference === "number" ? reference : parseId(reference);
  const id = number ?? (await ownerAt(db, "series", reference));
  return id === undefined ? undefined : db.selectFrom("series").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns the series of an address if `viewer` sees it: readers see those with published articles. */
export async function readSeries(db: Db, seen: Seen, reference: string): Promise<Series | undefined> {
  const row = await resolveSeries(db, reference);
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
export async function listSeries(db: Db, { viewer, now }: Seen, { query, limit, offset }: SeriesQuery) {
  shows();
  showsInData(EVERYTHING);
  const chosen = db
    .selectFrom("series")
    .$if(query !== "", (all) => all.where(isNamedLike(db, query)))
    .$if(!seesHidden(viewer), (all) => all.where((eb) => eb.exists(publishedOf(eb, now))));
  const { total } = await chosen.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await chosen.selectAll().orderBy("search_key").orderBy("id").limit(limit).offset(offset).execute();
  return { series: await presentSeries(db, now, rows), total: Number(total) };
}

/** Matches the name as it is written, and without accents. */
function isNamedLike(db: Db, query: string) {
  const words = slugWords(query);
  const named = hasText(db, "series.search_key", fold(query.trim()));
  return words === "" ? named : sql<boolean>`(${named} or ${hasText(db, "series.slug", words)})`;
}

const publishedOf = (eb: ExpressionBuilder<Tables, "series">, now: number) =>
  eb
    .selectFrom("series_article")
    .innerJoin("article", "article.id", "series_article.article_id")
    .select("article.id")
    .whereRef("series_article.series_id", "=", "series.id")
    .where(publicAt(now));

/** Series in the API's form; `count` includes only articles that readers see at `now`. */
export async function presentSeries(db: Db, now: number, rows: readonly SeriesRow[]): Promise<Series[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const counted = await db
    .selectFrom("series")
    .select("id")
    .select((eb) =>
      eb
        .selectFrom(publishedOf(eb, now).as("published"))
        .select((published) => published.fn.countAll<number>().as("count"))
        .as("count"),
    )
    .where("id", "in", ids)
    .execute();
  const counts = new Map(counted.map(({ id, count }) => [id, Number(count)]));
  return rows.map(({ name_key: _key, search_key: _searched, ...row }) => {
    const count = counts.get(row.id) ?? 0;
    return count === 0 ? { ...row, count, is_hidden: true } : { ...row, count };
  });
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

/** Articles on one page. */
const PAGE_SIZE = 24;

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
  const offset = (page - 1) * PAGE_SIZE;
  if (offset >= series.count) return undefined;
  const ids = await idsOfSeries(db, seen, series.id, { limit: PAGE_SIZE, offset });
  const focused = await focusedUrls(db, [series.image_url]);
  const picture = await findPicture(db, keyInAddress(series.image_url) ?? "");
  return {
    ...(picture && { picture: { caption: picture.caption, credit: picture.credit } }),
    series: { ...series, image_url: focused(ownUrl(series.image_url)) },
    articles: presentSummaries(await summariesByIds(db, seen.viewer, seen.now, ids)),
    page,
    firstPart: offset + 1,
    isLast: offset + PAGE_SIZE >= series.count,
  };
}

/** The series with published articles, for the sitemap. */
export function seriesWithPages(db: Db, now: number, limit: number): Promise<DatedPage[]> {
  const newest = (eb: ExpressionBuilder<Tables, "series">) =>
    publishedOf(eb, now)
      .clearSelect()
      .select((article) => article.fn.max("article.published_at").as("newest"));
  return db
    .selectFrom("series")
    .select(["slug", (eb) => newest(eb).as("modified")])
    .where((eb) => eb.exists(publishedOf(eb, now)))
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** The series whose picture address matches `pattern`. */
export async function seriesShowing(db: Db, pattern: string) {
  const rows = await db.selectFrom("series").select(["id", "name"]).where("image_url", "like", pattern).execute();
  return rows.map(({ id, name }) => ({ type: "series" as const, id, title: name }));
}

/** The addresses of the pictures that series show. */
export async function addressesOfSeries(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("series").select("image_url").where("image_url", "!=", "").execute();
  return rows.map(({ image_url }) => image_url);
}

/** The keys of the stored pictures that series show. */
export const picturesOfSeries = async (db: Db): Promise<string[]> => keysInTexts(...(await addressesOfSeries(db)));
