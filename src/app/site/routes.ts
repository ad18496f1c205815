import type { PageModule } from "#shared/page.ts";
import { type PageName, pagePattern } from "#shared/urls.ts";

/** A route of the site: its pattern and the module behind it, loaded when first needed. */
export type SiteRoute = {
  name: PageName;
  pattern: string;
  /** Query parameters that change the page; all others are ignored, by the page cache too. */
  parameters: string[];
  /** Those of them that are secret to one reader: a page requested with one is never cached, here or on the way. */
  secrets: string[];
  load: () => Promise<PageModule>;
};

/** What else is declared of a page. Its module holds the component, the head and what it reads. */
type Page = { load: SiteRoute["load"]; parameters?: string[]; secrets?: string[] };

const pages: Record<Exclude<PageName, "notFound">, Page> = {
  home: { load: () => import("./home-page.tsx") },
  category: { load: () => import("#features/articles/site/category-page.tsx"), parameters: ["page"] },
  article: { load: () => import("#features/articles/site/article-page.tsx") },
  about: { load: () => import("#features/settings/publication/site/about-page.tsx") },
  contact: { load: () => import("#features/contact/site/contact-page.tsx"), parameters: ["subject"] },
  advertise: { load: () => import("#features/settings/publication/site/advertise-page.tsx") },
  privacyPolicy: { load: () => import("#features/settings/site/privacy-policy-page.tsx") },
  unsubscribe: { load: () => import("#features/newsletter/site/unsubscribe-page.tsx"), secrets: ["token"] },
  search: { load: () => import("#features/search/site/search-page.tsx"), parameters: ["query", "page"] },
};

/** The reader's route table, except for the not-found route. */
export const siteRoutes = Object.entries(pages).map(
  ([name, { load, parameters = [], secrets = [] }]): SiteRoute => ({
    name: name as PageName,
    pattern: pagePattern[name as PageName],
    parameters: [...parameters, ...secrets],
    secrets,
    load,
  }),
);

export const notFoundRoute: SiteRoute = {
  name: "notFound",
  pattern: pagePattern.notFound,
  parameters: [],
  secrets: [],
  load: () => import("./not-found-page.tsx"),
};
