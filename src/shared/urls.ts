/**
 * The one table of addresses: pages, API calls and files. Pages, mails, feeds, the browser's calls and the tests
 * all take their paths from here, so that no path is typed twice (spec sections 2 and 7).
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
  search: (query?: string) => (query === undefined ? "/search" : `/search?query=${encodeURIComponent(query)}`),
  admin: () => "/admin",
} as const;

/** Route patterns of the reader pages, in React Router's notation (spec section 2, route table). */
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

/** Paths of the API as the browser calls them (spec section 7, contract section 2). */
export const apiUrl = {
  base: "/api",
  categories: () => "/api/categories/",
  category: (slug: string) => `/api/categories/${encodeURIComponent(slug)}/`,
  articles: () => "/api/articles/",
  article: (id: number | string) => `/api/articles/${encodeURIComponent(id)}/`,
  related: (id: number) => `/api/articles/${id}/related/`,
  view: (id: number) => `/api/articles/${id}/view/`,
  editorsPicks: () => "/api/articles/editors-picks/",
  trending: () => "/api/articles/trending/",
  featured: () => "/api/articles/featured/",
  latest: () => "/api/articles/latest/",
  search: (query: string) => `/api/articles/search/?query=${encodeURIComponent(query)}`,
  ads: (location?: string) => (location ? `/api/ads/?location=${encodeURIComponent(location)}` : "/api/ads/"),
  ticker: () => "/api/market/ticker/",
  subscribe: () => "/api/newsletter/subscribe/",
  unsubscribe: () => "/api/newsletter/unsubscribe/",
  contact: () => "/api/contact/",
  token: () => "/api/token/",
  tokenRefresh: () => "/api/token/refresh/",
  tokenLogout: () => "/api/token/logout/",
  me: () => "/api/accounts/users/me/",
  profile: () => "/api/accounts/profile/",
  upload: () => "/api/upload/",
  ad: (id: number) => `/api/ads/${id}/`,
  subscribers: () => "/api/newsletter/subscribers/",
  openApi: () => "/api/openapi.json",
  docs: () => "/api/docs",
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

/** Pictures that stand in for a missing one (spec section 9, placeholder images). */
export const fallbackImage = {
  list: "/fallback.jpg",
  related: "/placeholder.jpg",
  author: "/authorPlaceholder.jpg",
} as const;

/** An absolute address on the publication's own origin. `siteUrl` has no trailing slash. */
export function absoluteUrl(siteUrl: string, path: string): string {
  return new URL(path, `${siteUrl}/`).href;
}
