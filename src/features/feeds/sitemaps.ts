import { shownSlug } from "#features/articles/slug.ts";
import type { Category } from "#features/categories/endpoints.ts";
import { pathOfPage } from "#features/pages/rules.ts";
import { languageOf } from "#shared/language.ts";
import { articlePath, type DatedPage, type SiteInfo } from "#shared/page.ts";
import { isoDate } from "#shared/time.ts";
import { absoluteUrl, type DocumentName, documentUrl, feedUrl, type PageName, pageUrl } from "#shared/urls.ts";
import { pictureOf, type Site } from "./present.ts";
import type { NewsRow, SitemapPart } from "./queries.ts";
import { XML_HEAD, xmlFile, xmlOf } from "./xml.ts";

type Origin = Pick<SiteInfo, "url">;
type Addressing = Pick<SiteInfo, "url" | "hasSlugs">;

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

export function robotsTxt(site: Origin): string {
  const sitemaps = [feedUrl.sitemapIndex(), feedUrl.newsSitemap()].map((path) => absoluteUrl(site.url, path));
  return [
    "User-agent: *",
    "Disallow: /admin",
    "Disallow: /api/",
    "Disallow: /go/",
    "",
    ...sitemaps.map((url) => `Sitemap: ${url}`),
    "",
  ].join("\n");
}

/** `picture`: a path; listed for search engines that show pictures. */
const entryOf = (site: Origin, { path, modified, picture = "" }: Entry & { picture?: string }) => ({
  loc: absoluteUrl(site.url, path),
  lastmod: modified ? isoDate(Number(modified)) : undefined,
  "image:image": picture ? { "image:loc": absoluteUrl(site.url, picture) } : undefined,
});

export function sitemapIndex(site: Origin, parts: Pick<SitemapPart, "part" | "modified">[]): string {
  const articles = parts.map(({ part, modified }) => ({ path: feedUrl.sitemapArticles(part), modified }));
  const sitemap = [{ path: feedUrl.sitemapPages() }, ...articles].map((entry) => entryOf(site, entry));
  return xmlFile("sitemapindex", { "@xmlns": NAMESPACE, sitemap });
}

/** `pages`: the editors' own. `newest`: when the newest article of each category was published, by slug. */
type Listed = {
  categories: Pick<Category, "slug" | "count">[];
  newest: Map<string, number | null>;
  issues: { id: number; modified: number }[];
  authors: DatedPage[];
  pages: DatedPage[];
  topics: DatedPage[];
  series: DatedPage[];
  months: DatedPage[];
};

type Entry = { path: string; modified?: number | null | undefined };

const ifListed =
  (path: string) =>
  ({ pages }: Listed): Entry[] =>
    pages.some(({ slug }) => pathOfPage(slug) === path) ? [{ path }] : [];

const listPages = (pages: DatedPage[], url: (slug: string) => string): Entry[] =>
  pages.map(({ slug, modified }) => ({ path: url(slug), modified }));

/** The latest of some times; null without one. */
const latestOf = (times: Iterable<number | null>): number | null => Math.max(0, ...[...times].map(Number)) || null;

/** The paths of each kind of page in the sitemap of pages; articles have files of their own. */
const LISTED_PAGES: Record<PageName | DocumentName, (listed: Listed) => Entry[]> = {
  home: ({ newest }) => [{ path: pageUrl.home(), modified: latestOf(newest.values()) }],
  category: ({ categories, newest }) =>
    categories
      .filter(({ count }) => count > 0)
      .map(({ slug }) => ({ path: pageUrl.category(slug), modified: newest.get(slug) })),
  article: () => [],
  about: ifListed(pageUrl.about()),
  contact: ifListed(pageUrl.contact()),
  advertise: ifListed(pageUrl.advertise()),
  privacyPolicy: ifListed(pageUrl.privacyPolicy()),
  unsubscribe: () => [],
  search: () => [],
  saved: () => [],
  issues: ({ issues }) =>
    issues.length > 0
      ? [{ path: documentUrl.issues(), modified: latestOf(issues.map(({ modified }) => modified)) }]
      : [],
  issue: ({ issues }) => issues.map(({ id, modified }) => ({ path: documentUrl.issue(id), modified })),
  corrections: () => [{ path: documentUrl.corrections() }],
  changes: () => [],
  version: () => [],
  authors: ({ authors }) => (authors.length > 0 ? [{ path: documentUrl.authors() }] : []),
  author: ({ authors }) => listPages(authors, documentUrl.author),
  offline: () => [],
  archive: () => [],
  month: ({ months }) => listPages(months, documentUrl.month),
  series: ({ series }) => listPages(series, documentUrl.series),
  topic: ({ topics }) => listPages(topics, documentUrl.topic),
  notFound: () => [],
};

/** Home, the categories that have articles, the editors' own pages, and the newsletter's. */
export function sitemapOfPages(site: Origin, listed: Listed): string {
  const entries = [
    ...Object.values(LISTED_PAGES).flatMap((list) => list(listed)),
    ...listPages(listed.pages, pathOfPage),
  ];
  // An editors' page at a specified address is listed twice, with its date the second time.
  const listedOnce = [...new Map(entries.map((entry) => [entry.path, entry])).values()];
  return xmlFile("urlset", { "@xmlns": NAMESPACE, url: listedOnce.map((entry) => entryOf(site, entry)) });
}

type Addressed = { id: number; title: string; slug: string };
type Dated = Addressed & { modified: number; image_url: string; content_image_url: string };
const pathOf = (site: Addressing, row: Addressed) => articlePath(site, { id: row.id, slug: shownSlug(row) });

/**
 * In chunks. Times in epoch milliseconds. Pictures as in https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps
 */
export async function* sitemapOfArticles(site: Addressing, batches: AsyncIterable<Dated[]>) {
  yield `${XML_HEAD}<urlset xmlns="${NAMESPACE}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n`;
  for await (const rows of batches) {
    const url = rows.map(({ modified, ...row }) =>
      entryOf(site, { path: pathOf(site, row), modified, picture: pictureOf(row) }),
    );
    yield xmlOf({ url });
  }
  yield "</urlset>\n";
}

/** A language as news sitemaps name it: its ISO 639 code, and the script of Chinese by a country. */
function newsLanguage(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize();
  return language === "zh" ? (script === "Hant" ? "zh-tw" : "zh-cn") : language;
}

/** Without paid texts, as Google News requires (https://support.google.com/news/publisher-center/answer/6204050). */
export function newsSitemap(site: Site, rows: NewsRow[]): string {
  const listed = rows.filter((row) => row.genre !== "sponsored" && row.canonical_url === "" && row.is_noindex === 0);
  const url = listed.map((row) => ({
    loc: absoluteUrl(site.url, pathOf(site, row)),
    "news:news": {
      "news:publication": { "news:name": site.name, "news:language": newsLanguage(row.language || languageOf(site)) },
      "news:publication_date": isoDate(row.published_at ?? 0),
      "news:title": row.title,
    },
  }));
  const news = "http://www.google.com/schemas/sitemap-news/0.9";
  return xmlFile("urlset", { "@xmlns": NAMESPACE, "@xmlns:news": news, url });
}

const DAY = 24 * 60 * 60_000;
/** How long the address stands, in days: less than a year, and read again long before. */
const SECURITY_DAYS = 180;

/** Where to report a vulnerability (RFC 9116), which asks for addresses with https. */
export function securityTxt(site: Origin, email: string, now: number): string {
  const address = email.split("@").map(encodeURIComponent).join("@");
  const self = absoluteUrl(site.url, feedUrl.security());
  return [
    `Contact: mailto:${address}`,
    `Expires: ${new Date((Math.floor(now / DAY) + SECURITY_DAYS) * DAY).toISOString()}`,
    ...(self.startsWith("https:") ? [`Canonical: ${self}`] : []),
    "",
  ].join("\n");
}
