/**
 * The one table of addresses of pages and files, for pages, mails, feeds and tests. API addresses are declared with
 * their endpoints, in each feature's `endpoints.ts`.
 */

import type { DocumentKey } from "./document.ts";

/**
 * The reader pages by name, with their path patterns (`:name?` may be missing); `*` matches everything else. Whatever covers all pages is a
 * record of these names, so that none can be forgotten: the routes and their modules (`app/site/routes.ts`), what each
 * loads (`app/render/assets.ts`), the sitemap.
 */
export const pagePattern = {
  home: "/",
  category: "/category/:slug",
  article: "/article/:id/:slug?",
  about: "/about",
  contact: "/contact",
  advertise: "/advertise",
  privacyPolicy: "/privacy-policy",
  unsubscribe: "/unsubscribe",
  search: "/search",
  saved: "/saved",
  notFound: "*",
} as const;
export type PageName = keyof typeof pagePattern;

/**
 * Pages that are complete without scripts, and unknown to the readers' scripts (decision 58): links to them load a new
 * document. Their routes are a record of these names (`app/document-pages.tsx`).
 */
export const documentPattern = {
  issues: "/newsletter",
  issue: "/newsletter/:id",
  corrections: "/corrections",
  changes: "/article/:id/changes",
  version: "/article/:id/changes/:n",
  authors: "/authors",
  author: "/authors/:slug",
  topic: "/topics/:slug",
  series: "/series/:slug",
  archive: "/archive",
  month: "/archive/:year/:month",
  offline: "/offline",
} as const;
export type DocumentName = keyof typeof documentPattern;

const withPage = (path: string, page: number) => (page === 1 ? path : `${path}?page=${page}`);

/** Their paths; `before`: the issue after which an older part of the list starts; pages count from 1. */
export const documentUrl = {
  issues: (before?: number) => (before === undefined ? "/newsletter" : `/newsletter?before=${before}`),
  issue: (id: number) => `/newsletter/${id}`,
  corrections: (page = 1) => withPage("/corrections", page),
  /** All changes of an article since it was published. */
  changes: (articleId: number, page = 1) => withPage(`/article/${articleId}/changes`, page),
  /** The full text of one version of an article. */
  version: (articleId: number, n: number) => `/article/${articleId}/changes/${n}`,
  authors: (page = 1) => withPage("/authors", page),
  /** An author by slug; the account's number redirects to it. */
  author: (slug: string | number, page = 1) => withPage(`/authors/${encodeURIComponent(slug)}`, page),
  /** What the service worker shows without a connection. */
  offline: () => "/offline",
  /** The newest month that has articles. */
  archive: () => "/archive",
  /** The articles of a month, such as `2026-11`. */
  month: (month: string, page = 1) => withPage(`/archive/${month.replace("-", "/")}`, page),
  series: (slug: string, page = 1) => withPage(`/series/${encodeURIComponent(slug)}`, page),
  topic: (slug: string, page = 1) => withPage(`/topics/${encodeURIComponent(slug)}`, page),
} as const satisfies Record<DocumentName, (...given: never[]) => string>;

type Addresses = Record<Exclude<PageName, "notFound"> | "confirmSubscription" | "admin", (...given: never[]) => string>;

/** Paths of reader pages and of the admin area, relative to the site's origin. */
export const pageUrl = {
  home: () => pagePattern.home,
  category: (slug: string) => `/category/${encodeURIComponent(slug)}`,
  /** Without its slug; `articlePath` has the canonical address. */
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
  /** What the reader's own browser keeps. */
  saved: () => pagePattern.saved,
  admin: () => "/admin",
} as const satisfies Addresses;

export const adminUrl = {
  /** The writing room of an article, or of a new one; `*` for all of them. */
  article: (id: number | "new" | "*") => `/admin/articles/${id}`,
  /** The writing room of a newsletter issue, as for an article. */
  issue: (id: number | "new" | "*") => `/admin/issues/${id}`,
  /** The writing room of a page, as for an article. */
  page: (id: number | "new" | "*") => `/admin/pages/${id}`,
  pages: () => "/admin/pages",
  topics: () => "/admin/topics",
  authors: () => "/admin/authors",
  series: () => "/admin/series",
  /** The audience, with its first section by default. */
  audience: (section?: string) => (section ? `/admin/audience/${section}` : "/admin/audience"),
  /** The media library, optionally with one picture open. */
  media: (picture?: number) => (picture === undefined ? "/admin/media" : `/admin/media?picture=${picture}`),
  trash: () => "/admin/trash",
  redirects: () => "/admin/redirects",
  settings: () => "/admin/settings",
  appearance: () => "/admin/settings/appearance",
  publication: () => "/admin/settings/publication",
  system: () => "/admin/settings/system",
  mail: () => "/admin/settings/mail",
  /** Receivers of events, with the deliveries to one of them. */
  moveIn: (id?: number) => (id === undefined ? "/admin/settings/move-in" : `/admin/settings/move-in?import=${id}`),
  webhooks: (id?: number) => (id === undefined ? "/admin/settings/webhooks" : `/admin/settings/webhooks?webhook=${id}`),
  menus: () => "/admin/settings/menus",
  houseStyle: () => "/admin/settings/house-style",
  keys: () => "/admin/settings/keys",
  crawlers: () => "/admin/settings/crawlers",
  /** The inbox of other publishers' stories, and the feeds that fill it. */
  wire: () => "/admin/wire",
  wireSources: () => "/admin/wire/sources",
  /** Exports of the publication. */
  moveOut: () => "/admin/settings/move-out",
  people: () => "/admin/people",
  calendar: () => "/admin/calendar",
  /** The story budget, optionally with one story open. */
  budget: (id?: number) => (id === undefined ? "/admin/budget" : `/admin/budget?story=${id}`),
  /** The order of the home page. */
  home: () => "/admin/home",
  fronts: () => "/admin/fronts",
  words: () => "/admin/words",
  /** The user's own password and sessions. */
  security: () => "/admin/security",
  /** The user's own register of holdings. */
  holdings: () => "/admin/holdings",
  notifications: () => "/admin/notifications",
  audit: () => "/admin/audit",
  /** For users who forgot their password: requesting a link, and what the link opens. */
  forgot: () => "/admin/forgot",
  /** Opened by the link of the first start. */
  setup: (token?: string) => (token === undefined ? "/admin/setup" : `/admin/setup?token=${encodeURIComponent(token)}`),
  join: (token?: string) => (token === undefined ? "/admin/join" : `/admin/join?token=${encodeURIComponent(token)}`),
  /** Opened by a link that confirms a change of the address. */
  confirmEmail: (token?: string) =>
    token === undefined ? "/admin/confirm-email" : `/admin/confirm-email?token=${encodeURIComponent(token)}`,
  reset: (token?: string) => (token === undefined ? "/admin/reset" : `/admin/reset?token=${encodeURIComponent(token)}`),
} as const;

/** The room of a document for reading its text and acting on it. */
export const readingUrl = ({ type, id }: DocumentKey): string => `${adminUrl[type](id)}?mode=read`;

/** The prefix of the API. Each feature declares its endpoints in `endpoints.ts`. */
export const API_BASE = "/api";
/** The page to read and try the API. */
export const DOCS_ADDRESS = "/api/docs";

export const redirectUrl = {
  ad: (id: number) => `/go/${id}`,
  /** A link in the mails of an issue, by its code: the same for all readers. */
  link: (code: string) => `/r/${code}`,
} as const;

/** What other programs call. */
export const hookUrl = {
  /** Where a hub sends the changes of a feed; the token is its secret. */
  webSub: (token: string) => `/websub/${token}`,
} as const;

/** Feeds and files for machines. The feed of a list takes the path of its page. */
export const feedUrl = {
  rss: (page = "") => `${page}/rss.xml`,
  json: (page = "") => `${page}/feed.json`,
  robots: () => "/robots.txt",
  /** The terms for crawlers (RSL), and what assistants should read first. */
  license: () => "/license.xml",
  llms: () => "/llms.txt",
  security: () => "/.well-known/security.txt",
  sitemapIndex: () => "/sitemap.xml",
  sitemapPages: () => "/sitemaps/pages.xml",
  sitemapArticles: (part: number) => `/sitemaps/articles-${part}.xml`,
  newsSitemap: () => "/news-sitemap.xml",
  /** The record of published versions by day; `before`: the days before this one. */
  record: (before?: string) => (before === undefined ? "/record.json" : `/record.json?before=${before}`),
  recordFeed: () => "/record.xml",
} as const;

/** The stylesheet of the newsroom's look, by the hash of its content, and looks that are not saved, by their token. */
export const themeUrl = {
  stylesheet: (hash: string) => `/theme/${hash}.css`,
  /** A file of an uploaded typeface: the letters of one range. */
  font: (key: string, letters: string) => `/theme/fonts/${key}/${letters}.woff2`,
  preview: (token: string) => `/preview/appearance?token=${token}`,
  previewStylesheet: (token: string) => `/preview/appearance.css?token=${token}`,
  frontPreview: (token: string) => `/preview/front?token=${token}`,
} as const;

/** The newsroom's words of the interface that browsers show, by the hash of their content. */
export const wordsUrl = {
  file: (language: string, hash: string) => `/theme/words/${language}/${hash}.json`,
} as const;

export const fallbackPicture = {
  list: "/fallback.jpg",
  related: "/placeholder.jpg",
  author: "/authorPlaceholder.jpg",
} as const;

/** The card of the publication itself: its name, drawn by `app/social-card.ts`. */
export const SOCIAL_CARD = { url: "/social-card.png", width: 1200, height: 630 } as const;

/** What phones and browsers read to install the site. */
export const MANIFEST_URL = "/manifest.webmanifest";

/** An absolute address on the publication's own origin. `siteUrl` has no trailing slash. */
export function absoluteUrl(siteUrl: string, path: string): string {
  return new URL(path, `${siteUrl}/`).href;
}
