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

/**
 * A page that editors write, at an address of the specification. The contact form is a script of its own, which the server
 * has always and the browser where a page shows it.
 */
const sitePage = (path: string) => async (): Promise<PageModule> => {
  const { loadForm, pageAt } = await import("#features/pages/site/page.tsx");
  if (typeof document === "undefined" || path === pagePattern.contact) await loadForm();
  return pageAt(path.slice(1));
};

/** An article, which ends with the newsletter's form. */
const articlePage = async (): Promise<PageModule> => {
  const [article, { NewsletterBox }] = await Promise.all([
    import("#features/articles/site/article-page.tsx"),
    import("#features/newsletter/site/sidebar-box.tsx"),
  ]);
  return article.articlePage(NewsletterBox);
};

/** A category, whose arrangement can have the newsletter's form. */
const categoryPage = async (): Promise<PageModule> => {
  const category = await import("#features/articles/site/category-page.tsx");
  return category.categoryPage(async () => (await import("#features/newsletter/site/sidebar-box.tsx")).NewsletterBox);
};

const pages: Record<Exclude<PageName, "notFound">, Page> = {
  home: { load: () => import("./home-page.tsx") },
  category: { load: categoryPage, parameters: ["page"] },
  article: { load: articlePage },
  about: { load: sitePage(pagePattern.about) },
  contact: { load: sitePage(pagePattern.contact), parameters: ["subject"] },
  advertise: { load: sitePage(pagePattern.advertise) },
  privacyPolicy: { load: sitePage(pagePattern.privacyPolicy) },
  unsubscribe: { load: () => import("#features/newsletter/site/unsubscribe-page.tsx"), secrets: ["token"] },
  search: {
    load: () => import("#features/search/site/search-page.tsx"),
    parameters: ["query", "category", "author", "topic", "genre", "from", "until", "page"],
  },
  saved: { load: () => import("#features/articles/site/saved-page.tsx") },
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
