/**
 * The one table of addresses: pages, API calls and files. Pages, mails, feeds, the browser's calls and the tests
 * all take their paths from here, so that no path is typed twice.
 */

/** Paths of reader pages and of the admin area, relative to the site's origin. */
export const pageUrl = {
  home: () => "/",
  category: (slug: string) => `/category/${encodeURIComponent(slug)}`,
  article: (id: number) => `/article/${id}`,
  about: () => "/about",
  contact: (subject?: string) => (subject ? `/contact?subject=${encodeURIComponent(subject)}` : "/contact"),
  advertise: () => "/advertise",
  privacyPolicy: () => "/privacy-policy",
  unsubscribe: (token?: string) => (token ? `/unsubscribe?token=${encodeURIComponent(token)}` : "/unsubscribe"),
  /** Confirms an address, or leads back after leaving; a token from a mail. */
  confirmSubscription: (token?: string) =>
    token ? `/newsletter/confirm?token=${encodeURIComponent(token)}` : "/newsletter/confirm",
  search: (query?: string) => (query === undefined ? "/search" : `/search?query=${encodeURIComponent(query)}`),
  admin: () => "/admin",
} as const;

/** Places inside the admin area. */
export const adminUrl = {
  /** The audience's; its first section where none is named. */
  audience: (section?: string) => (section ? `/admin/audience/${section}` : "/admin/audience"),
} as const;

/** Route patterns of the reader pages, in React Router's notation. */
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
} as const;

/** Paths of the API as the browser calls them. */
export const apiUrl = {
  base: "/api",
  categories: () => "/api/categories/",
  category: (slug: string) => `/api/categories/${encodeURIComponent(slug)}/`,
  articles: () => "/api/articles/",
  article: (id: number | string) => `/api/articles/${encodeURIComponent(id)}/`,
  articlePage: (id: number | string) => `/api/articles/${encodeURIComponent(id)}/page/`,
  related: (id: number) => `/api/articles/${id}/related/`,
  view: (id: number) => `/api/articles/${id}/view/`,
  editorsPicks: () => "/api/articles/editors-picks/",
  trending: () => "/api/articles/trending/",
  featured: () => "/api/articles/featured/",
  latest: () => "/api/articles/latest/",
  search: (query: string) => `/api/articles/search/?query=${encodeURIComponent(query)}`,
  ads: (location?: string) => (location ? `/api/ads/?location=${encodeURIComponent(location)}` : "/api/ads/"),
  ticker: () => "/api/market/ticker/",
  publication: () => "/api/publication/",
  subscribe: () => "/api/newsletter/subscribe/",
  unsubscribe: () => "/api/newsletter/unsubscribe/",
  contact: () => "/api/contact/",
  adView: (id: number) => `/api/ads/${id}/view/`,
} as const;

/** Paths of the API that no reader's page calls: a table of its own, as readers download the one above. */
export const editorApiUrl = {
  token: () => "/api/token/",
  tokenRefresh: () => "/api/token/refresh/",
  tokenLogout: () => "/api/token/logout/",
  me: () => "/api/accounts/users/me/",
  profile: () => "/api/accounts/profile/",
  upload: () => "/api/upload/",
  media: () => "/api/media/",
  mediaItem: (id: number) => `/api/media/${id}/`,
  ad: (id: number) => `/api/ads/${id}/`,
  /** The address of `List-Unsubscribe` (RFC 8058): mail clients post to it. */
  oneClick: (token: string) => `/api/newsletter/one-click/?token=${encodeURIComponent(token)}`,
  subscribers: () => "/api/newsletter/subscribers/",
  subscriber: (id: number) => `/api/newsletter/subscribers/${id}/`,
  importSubscribers: () => "/api/newsletter/subscribers/import/",
  exportPerson: () => "/api/newsletter/people/export/",
  erasePerson: () => "/api/newsletter/people/erase/",
  issues: () => "/api/newsletter/issues/",
  issue: (id: number) => `/api/newsletter/issues/${id}/`,
  issueAction: (id: number, action: "test" | "send" | "pause" | "resume") => `/api/newsletter/issues/${id}/${action}/`,
  issueRecipients: (id: number) => `/api/newsletter/issues/${id}/recipients/`,
  issuePreview: (id: number) => `/api/newsletter/issues/${id}/preview/`,
  issueFrame: (id: number, key: string) => `/api/newsletter/issues/${id}/frame/?key=${encodeURIComponent(key)}`,
  bestOfTheWeek: () => "/api/newsletter/issues/best-of-the-week/",
  digest: () => "/api/newsletter/digest/",
  tasks: (kind: string) => `/api/tasks/?kind=${kind}`,
  task: (id: number) => `/api/tasks/${id}/`,
  outbox: () => "/api/outbox/",
  sendAgain: (id: number) => `/api/outbox/${id}/send-again/`,
  message: (id: number) => `/api/contact/${id}/`,
  openApi: () => "/api/openapi.json",
  docs: () => "/api/docs",
} as const;

/** Addresses that lead away from the site. */
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
} as const;

/** Pictures that stand in for a missing one. */
export const fallbackImage = {
  list: "/fallback.jpg",
  related: "/placeholder.jpg",
  author: "/authorPlaceholder.jpg",
} as const;

/** An absolute address on the publication's own origin. `siteUrl` has no trailing slash. */
export function absoluteUrl(siteUrl: string, path: string): string {
  return new URL(path, `${siteUrl}/`).href;
}
