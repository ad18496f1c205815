import type { SiteInfo } from "./page.ts";
import { textIn } from "./translate.ts";
import { absoluteUrl, pageUrl } from "./urls.ts";

/** The publication's id in structured data, which describes it once in each document. */
export const organizationId = ({ url }: Pick<SiteInfo, "url">): string => `${url}/#organization`;

/** One step of the path from the home page; `path` is relative to the site's origin. */
type Crumb = { name: string; path: string };

/** schema.org BreadcrumbList, from the home page down. */
export function breadcrumbList(site: SiteInfo, crumbs: Crumb[]): Record<string, unknown> {
  return {
    "@type": "BreadcrumbList",
    itemListElement: [{ name: textIn(site.language)("Home"), path: pageUrl.home() }, ...crumbs].map(
      ({ name, path }, index) => ({
        "@type": "ListItem",
        position: index + 1,
        name,
        item: absoluteUrl(site.url, path),
      }),
    ),
  };
}
