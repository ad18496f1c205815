import type { PageModule } from "#shared/page.ts";
import { type PageName, pagePattern } from "#shared/urls.ts";

/** A route of the site: its pattern and the module behind it, loaded when first needed. */
export type SiteRoute = {
  name: PageName;
  pattern: string;
  /** Query parameters that change the page; all others are ignored, by the page cache too. */
  parameters: string[];
  /** Those of them that only one reader knows: a page that was asked for with one is never kept, here or on the way. */
  secrets: string[];
  load: () => Promise<PageModule>;
};

/** What is said of a page beside its address. Its module holds the component, the head and what it reads. */
type Page = { load: SiteRoute["load"]; parameters?: string[]; secrets?: string[] };

const pages: Record<PageName, Page> = {
  home: { load: () => import("./home-page.tsx") },
  category: { load: () => import("#features/articles/site/category-page.tsx"), parameters: ["page"] },
  article: { load: () => import("#features/articles/site/article-page.tsx") },
  about: { load: () => import("#features/publication/site/about-page.tsx") },
  contact: { load: () => import("#features/contact/site/contact-page.tsx"), parameters: ["subject"] },
  advertise: { load: () => import("#features/publication/site/advertise-page.tsx") },
  privacyPolicy: { load: () => import("#features/publication/site/privacy-policy-page.tsx") },
  unsubscribe: { load: () => import("#features/newsletter/site/unsubscribe-page.tsx"), secrets: ["token"] },
  search: { load: () => import("#features/search/site/search-page.tsx"), parameters: ["query", "page"] },
  notFound: { load: () => import("./not-found-page.tsx") },
};

const routeOf = (name: PageName): SiteRoute => {
  const { load, parameters = [], secrets = [] } = pages[name];
  return { name, pattern: pagePattern[name], parameters: [...parameters, ...secrets], secrets, load };
};

/** The reader's route table, but for the route of what is not there. */
export const siteRoutes = (Object.keys(pages) as PageName[]).filter((name) => name !== "notFound").map(routeOf);
export const notFoundRoute = routeOf("notFound");
