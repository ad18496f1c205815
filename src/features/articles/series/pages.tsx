import type { Database } from "#db/open.ts";
import { headOfNamed, type PageRoutes, slugPage } from "#platform/pages.ts";
import { textIn } from "#shared/translate.ts";
import { documentUrl } from "#shared/urls.ts";
import { readSeriesPage } from "./queries.ts";
import { SeriesPage } from "./site/series-page.tsx";

/** The pages of series. A series without published articles is not found; a former slug redirects. */
export const seriesPages = (db: Database["db"]): PageRoutes => ({
  series: slugPage({
    url: documentUrl.series,
    read: (reading, slug, page) => readSeriesPage(db, reading, slug, page),
    show: (view, site) => {
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
    },
  }),
});
