import type { Database } from "#db/open.ts";
import type { ShownFront } from "#features/articles/fronts/schema.ts";
import { frontOfPage } from "#features/articles/fronts/stories.ts";
import { type DocumentPage, headOfNamed, type PageRoutes, type Reading, slugPage } from "#platform/pages.ts";
import type { SiteInfo } from "#shared/page.ts";
import { textIn } from "#shared/translate.ts";
import { documentUrl } from "#shared/urls.ts";
import { readSeriesPage } from "./queries.ts";
import { SeriesPage, type SeriesView } from "./site/series-page.tsx";

/** The pages of series. A series without published articles is not found; a former slug redirects. */
export const seriesPages = (db: Database["db"]): PageRoutes => ({
  series: slugPage({
    url: documentUrl.series,
    read: (reading, slug, page) => readArrangedSeries(db, reading, slug, page),
    show: showSeries,
  }),
});

async function readArrangedSeries(db: Database["db"], reading: Reading, slug: string, page: number) {
  const view = await readSeriesPage(db, reading, slug, page);
  if (!view || "movedTo" in view || page > 1) return view;
  const { id, name } = view.series;
  const of = { id, slug, name, path: documentUrl.series(slug) };
  return { ...view, front: await frontOfPage(db, reading, { kind: "series", of }) };
}

/** The page of a series with an arrangement that readers may not have; undefined for a series without a page. */
export async function previewOfSeries(
  db: Database["db"],
  reading: Reading,
  slug: string,
  front: ShownFront,
): Promise<DocumentPage | undefined> {
  const view = await readSeriesPage(db, reading, slug, 1);
  return view && "series" in view ? showSeries({ ...view, front }, reading.site) : undefined;
}

function showSeries(view: SeriesView, site: SiteInfo): DocumentPage {
  const { name, description } = view.series;
  const head = headOfNamed(site, {
    ...view.series,
    url: documentUrl.series,
    page: view.page,
    fallback: textIn(site.language)("{name}, a series of {site}.", { name, site: site.name }),
    data: (url, image) => ({
      "@type": "CreativeWorkSeries",
      name,
      url,
      ...(description && { description }),
      ...(image && { image }),
    }),
  });
  return { head, view: <SeriesPage {...view} /> };
}
