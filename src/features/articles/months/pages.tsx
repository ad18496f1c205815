import type { Database } from "#db/open.ts";
import { isMonth } from "#features/articles/rules.ts";
import { type MakePage, numberedTitle, type PageRoutes, pageIn } from "#platform/pages.ts";
import { monthName } from "#shared/dates.ts";
import { breadcrumbList } from "#shared/structured-data.ts";
import { textIn } from "#shared/translate.ts";
import { documentUrl } from "#shared/urls.ts";
import { readMonthPage } from "./queries.ts";
import { MonthPage } from "./site/month-page.tsx";

/** The articles of a month, where there are any, and of the newest month that has some. */
export function monthPages(db: Database["db"]): PageRoutes {
  const make =
    (of: { month?: string; page: number }): MakePage =>
    async (reading) => {
      const view = await readMonthPage(db, reading, of);
      if (!view) return undefined;
      const { month, page } = view;
      const { site } = reading;
      const name = monthName(month, site.language);
      const head = {
        title: numberedTitle(site, name, page),
        description: textIn(site.language)("Articles of {month} in {site}.", { month: name, site: site.name }),
        canonical: documentUrl.month(month, page),
        jsonLd: [breadcrumbList(site, [{ name, path: documentUrl.month(month) }])],
      };
      return { head, view: <MonthPage {...view} /> };
    };
  return {
    archive: () => ({ url: documentUrl.archive(), make: make({ page: 1 }) }),
    month({ month, query }) {
      if (!isMonth(month)) return undefined;
      const page = pageIn(query);
      // There are many months.
      return { url: documentUrl.month(month, page), isRare: true, make: make({ month, page }) };
    },
  };
}
