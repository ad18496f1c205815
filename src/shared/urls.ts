/**
 * The one table of addresses of pages and files: pages, mails, feeds and the tests all take their paths from here, so
 * that no path is written twice. Those of the API are declared with their calls, in each feature's `endpoints.ts`.
 */

/**
 * The reader pages, by name, with the pattern of each one's path; `*` matches what no other does. Everything that
 * covers all pages is a record of these names, so that none can be left out: the routes and their modules
 * (`app/site/routes.ts`), what each loads (`app/render/assets.ts`), the sitemap.
 */
export const pagePattern = {
  home: "/",
  category: "/category/:slug",
  article: "/article/:id",
  about: "/about",
  contact: "/contact",
  advertise: "/advertise",
  privacyPolicy: "/privacy-policy",
  unsubscribe: "/unsubscribe",
  search: "/search",
  notFound: "*",
} as const;
export type PageName = keyof typeof pagePattern;

/**
 * Pages that are complete without any script, and of which the readers' scripts know nothing (decision 58): links lead
 * to them as to another site. Their routes are a record of these names (`app/document-pages.tsx`).
 */
export const documentPattern = {
  issues: "/newsletter",
  issue: "/newsletter/:id",
  corrections: "/corrections",
  changes: "/article/:id/changes",
  version: "/article/:id/changes/:n",
  author: "/authors/:id",
} as const;
export type DocumentName = keyof typeof documentPattern;

const withPage = (path: string, page: number) => (page === 1 ? path : `${path}?page=${page}`);

/** Their paths; `before`: the issue after which an older part of the list begins; pages count from 1. */
export const documentUrl = {
  issues: (before?: number) => (before === undefined ? "/newsletter" : `/newsletter?before=${before}`),
  issue: (id: number) => `/newsletter/${id}`,
  corrections: (page = 1) => withPage("/corrections", page),
  /** All changes of an article since it was published. */
  changes: (articleId: number, page = 1) => withPage(`/article/${articleId}/changes`, page),
  /** The full text of one version of an article, by the number of the version. */
  version: (articleId: number, n: number) => `/article/${articleId}/changes/${n}`,
  /** An author, by the number of the account. */
  author: (id: number, page = 1) => withPage(`/authors/${id}`, page),
} as const satisfies Record<DocumentName, (...given: never[]) => string>;

type Addresses = Record<Exclude<PageName, "notFound"> | "confirmSubscription" | "admin", (...given: never[]) => string>;

/** Paths of reader pages and of the admin area, relative to the site's origin. */
export const pageUrl = {
  home: () => pagePattern.home,
  category: (slug: string) => `/category/${encodeURIComponent(slug)}`,
  article: (id: number) => `/article/${id}`,
  about: () => pagePattern.about,
  contact: (subject?: string) => (subject ? `/contact?subject=${encodeURIComponent(subject)}` : "/contact"),
  advertise: () => pagePattern.advertise,
  privacyPolicy: () => pagePattern.privacyPolicy,
  unsubscribe: (token?: string) => (token ? `/unsubscribe?token=${encodeURIComponent(token)}` : "/unsubscribe"),
  /** Confirms an address, or resubscribes after leaving; a token from a mail. */
  confirmSubscription: (token?: string) =>
    token ? `/newsletter/confirm?token=${encodeURIComponent(token)}` : "/newsletter/confirm",
  search: (query?: string) => (query === undefined ? "/search" : `/search?query=${encodeURIComponent(query)}`),
  admin: () => "/admin",
} as const satisfies Addresses;

/** Addresses inside the admin area. */
export const adminUrl = {
  /** The writing room of an article, or of a new one; `*` for all of them. */
  article: (id: number | "new" | "*") => `/admin/articles/${id}`,
  /** The writing room of a newsletter issue, as for an article. */
  issue: (id: number | "new" | "*") => `/admin/issues/${id}`,
  /** The writing room of a page, as for an article. */
  page: (id: number | "new" | "*") => `/admin/pages/${id}`,
  /** The list of pages. */
  pages: () => "/admin/pages",
  /** The audience's; its first section by default. */
  audience: (section?: string) => (section ? `/admin/audience/${section}` : "/admin/audience"),
  /** The media library's, with one picture open or none. */
  media: (picture?: number) => (picture === undefined ? "/admin/media" : `/admin/media?picture=${picture}`),
  trash: () => "/admin/trash",
  settings: () => "/admin/settings",
  /** Who can log in, and what each may do. */
  people: () => "/admin/people",
  calendar: () => "/admin/calendar",
  /** What stands on the home page, and in which order. */
  home: () => "/admin/home",
  /** One's own password and sessions. */
  security: () => "/admin/security",
  /** The register of what one holds oneself. */
  holdings: () => "/admin/holdings",
  /** An account's notifications, and their settings. */
  notifications: () => "/admin/notifications",
  /** Who did what. */
  audit: () => "/admin/audit",
  /** For whoever has forgotten the password, without logging in: asking for a link, and what the link opens. */
  forgot: () => "/admin/forgot",
  join: (token?: string) => (token === undefined ? "/admin/join" : `/admin/join?token=${encodeURIComponent(token)}`),
  /** What a link opens that confirms a change of the address. */
  confirmEmail: (token?: string) =>
    token === undefined ? "/admin/confirm-email" : `/admin/confirm-email?token=${encodeURIComponent(token)}`,
  reset: (token?: string) => (token === undefined ? "/admin/reset" : `/admin/reset?token=${encodeURIComponent(token)}`),
} as const;

/** The prefix of the API, whose calls each feature declares in its own table (`endpoints.ts`). */
export const API_BASE = "/api";
/** The page to read and try the API. */
export const DOCS_ADDRESS = "/api/docs";

/** External addresses. */
export const redirectUrl = {
  ad: (id: number) => `/go/${id}`,
} as const;

/** Feeds and files for machines. A category's feeds take its slug. */
export const feedUrl = {
  rss: (slug?: string) => (slug ? `/category/${encodeURIComponent(slug)}/rss.xml` : "/rss.xml"),
  json: (slug?: string) => (slug ? `/category/${encodeURIComponent(slug)}/feed.json` : "/feed.json"),
  robots: () => "/robots.txt",
  sitemapIndex: () => "/sitemap.xml",
  sitemapPages: () => "/sitemaps/pages.xml",
  sitemapArticles: (part: number) => `/sitemaps/articles-${part}.xml`,
  newsSitemap: () => "/news-sitemap.xml",
  /** The record of published versions by day; `before`: the days before this one. */
  record: (before?: string) => (before === undefined ? "/record.json" : `/record.json?before=${before}`),
  recordFeed: () => "/record.xml",
} as const;

/** Placeholder pictures. */
export const fallbackPicture = {
  list: "/fallback.jpg",
  related: "/placeholder.jpg",
  author: "/authorPlaceholder.jpg",
} as const;

/** What other sites show for pages without a picture: the publication's name, drawn by `app/social-card.ts`. */
export const SOCIAL_CARD = { url: "/social-card.png", width: 1200, height: 630 } as const;

/** An absolute address on the publication's own origin. `siteUrl` has no trailing slash. */
export function absoluteUrl(siteUrl: string, path: string): string {
  return new URL(path, `${siteUrl}/`).href;
}
