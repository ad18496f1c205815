import { shownSlug } from "#features/articles/slug.ts";
import type { SitemapEntry } from "#platform/pages.ts";
import { isPaid } from "#shared/genres.ts";
import { languageOf } from "#shared/language.ts";
import { articlePath, type SiteInfo } from "#shared/page.ts";
import { isoDate } from "#shared/time.ts";
import { absoluteUrl, feedUrl } from "#shared/urls.ts";
import { pictureOf, type Site } from "./present.ts";
import type { NewsRow, SitemapPart } from "./queries.ts";
import { XML_HEAD, xmlFile, xmlOf } from "./xml.ts";

type Origin = Pick<SiteInfo, "url">;
type Addressing = Pick<SiteInfo, "url" | "hasSlugs">;

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** `picture`: a path; listed for search engines that show pictures. */
const entryOf = (site: Origin, { path, modified, picture = "" }: SitemapEntry & { picture?: string }) => ({
  loc: absoluteUrl(site.url, path),
  lastmod: modified ? isoDate(Number(modified)) : undefined,
  "image:image": picture ? { "image:loc": absoluteUrl(site.url, picture) } : undefined,
});

export function sitemapIndex(site: Origin, parts: Pick<SitemapPart, "part" | "modified">[]): string {
  const articles = parts.map(({ part, modified }) => ({ path: feedUrl.sitemapArticles(part), modified }));
  const sitemap = [{ path: feedUrl.sitemapPages() }, ...articles].map((entry) => entryOf(site, entry));
  return xmlFile("sitemapindex", { "@xmlns": NAMESPACE, sitemap });
}

/** The pages that search engines may list besides articles. */
export const sitemapOfPages = (site: Origin, entries: readonly SitemapEntry[]): string =>
  xmlFile("urlset", { "@xmlns": NAMESPACE, url: entries.map((entry) => entryOf(site, entry)) });

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
  const listed = rows.filter((row) => !isPaid(row) && row.canonical_url === "" && row.is_noindex === 0);
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
