import type { Database } from "#db/open.ts";
import { readable } from "#db/readable.ts";
import { listCategories } from "#features/categories/queries.ts";
import { entriesOf, MAX_LISTED, type SitemapEntry } from "#platform/pages.ts";
import type { Seen } from "#platform/records/queries.ts";
import { documentUrl, pageUrl } from "#shared/urls.ts";
import { authorsWithPages } from "./authors/queries.ts";
import { listMonths } from "./months/queries.ts";
import { seriesWithPages } from "./series/queries.ts";

/** The home page and the lists of articles that readers see, in the sitemap. */
export async function listArticlePages(db: Database["db"], { viewer, now }: Seen): Promise<SitemapEntry[]> {
  const categories: SitemapEntry[] = [];
  for (const { id, slug, count } of await listCategories(db, viewer, now))
    if (count > 0) {
      const newest = await db
        .selectFrom("article")
        .where(readable(viewer, now))
        .where("category_id", "=", id)
        .orderBy("published_at", "desc")
        .orderBy("id", "desc")
        .limit(1)
        .select("published_at")
        .executeTakeFirst();
      categories.push({ path: pageUrl.category(slug), modified: newest?.published_at });
    }
  const authors = await authorsWithPages(db, now);
  return [
    { path: pageUrl.home(), modified: Math.max(0, ...categories.map(({ modified }) => modified ?? 0)) || null },
    ...categories,
    ...(authors.length > 0 ? [{ path: documentUrl.authors() }] : []),
    ...entriesOf(authors, documentUrl.author),
    ...entriesOf(await seriesWithPages(db, now, MAX_LISTED), documentUrl.series),
    ...entriesOf(await listMonths(db, viewer, now), documentUrl.month),
  ];
}
