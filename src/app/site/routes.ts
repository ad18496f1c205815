import type { PageModule } from "#shared/page.ts";
import { pagePattern } from "#shared/urls.ts";

/** A route of the site: its pattern and the module behind it, loaded when first needed. */
export type SiteRoute = {
  name: string;
  pattern: string;
  /** Query parameters that change the page; all others are ignored, by the page cache too. */
  parameters: string[];
  /** Those of them that only one reader knows: a page that was asked for with one is never kept, here or on the way. */
  secrets: string[];
  load: () => Promise<PageModule>;
};

const route = (
  name: string,
  pattern: string,
  load: SiteRoute["load"],
  { parameters = [], secrets = [] }: Partial<Pick<SiteRoute, "parameters" | "secrets">> = {},
): SiteRoute => ({
  name,
  pattern,
  parameters: [...parameters, ...secrets],
  secrets,
  load,
});

/** The reader's route table. The last one takes whatever no other does. */
export const siteRoutes: SiteRoute[] = [
  route("home", pagePattern.home, () => import("./home-page.tsx")),
  route("category", pagePattern.category, () => import("#features/articles/site/category-page.tsx"), {
    parameters: ["page"],
  }),
  route("article", pagePattern.article, () => import("#features/articles/site/article-page.tsx")),
  route("about", pagePattern.about, () => import("#features/publication/site/about-page.tsx")),
  route("contact", pagePattern.contact, () => import("#features/contact/site/contact-page.tsx"), {
    parameters: ["subject"],
  }),
  route("advertise", pagePattern.advertise, () => import("#features/publication/site/advertise-page.tsx")),
  route(
    "privacy-policy",
    pagePattern.privacyPolicy,
    () => import("#features/publication/site/privacy-policy-page.tsx"),
  ),
  route("unsubscribe", pagePattern.unsubscribe, () => import("#features/newsletter/site/unsubscribe-page.tsx"), {
    secrets: ["token"],
  }),
  route("search", pagePattern.search, () => import("#features/search/site/search-page.tsx"), {
    parameters: ["query", "page"],
  }),
  route("not-found", "*", () => import("./not-found-page.tsx")),
];
