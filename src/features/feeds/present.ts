import { pictureLines, presentSummary } from "#features/articles/present.ts";
import { ownTags } from "#features/articles/rules.ts";
import type { PictureLines } from "#features/articles/schema.ts";
import { withAsideNames } from "#features/content/labels.ts";
import { sponsoredLinks } from "#features/content/serialize.ts";
import type { RecordEndpoints } from "#features/record/endpoints.ts";
import type { Day } from "#features/record/queries.ts";
import { disclosureSentences } from "#features/record/rules.ts";
import { type IconName, iconUrl } from "#features/settings/appearance/icons.ts";
import { longDateOf } from "#shared/dates.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { isPaid, labelledTitle } from "#shared/genres.ts";
import { escapeText, escapeValue } from "#shared/html.ts";
import { directionOf, inLanguage, languageOf } from "#shared/language.ts";
import { articlePath, type SiteInfo } from "#shared/page.ts";
import { ownUrl, parsePictureUrl, plainUrl } from "#shared/pictures.ts";
import { isoDate } from "#shared/time.ts";
import { textIn } from "#shared/translate.ts";
import { absoluteUrl, documentUrl, feedUrl, pageUrl } from "#shared/urls.ts";
import type { FeedRow } from "./queries.ts";
import { xmlFile, xmlOf } from "./xml.ts";

export type Site = Pick<SiteInfo, "name" | "url" | "description" | "timeZone" | "hasSlugs" | "icon" | "language">;

/** The picture of an article in feeds and sitemaps: none on another host, which programs of readers would ask. */
export const pictureOf = (row: { image_url: string; content_image_url: string }): string =>
  ownUrl(row.image_url) || ownUrl(row.content_image_url);

/** The list that a feed is of, with the path of its page; undefined for the whole site. */
export type FeedOwner = { name: string; path: string } | undefined;
/** `hub`: the WebSub hub that sends the feed on, if any. */
export type Feed = { site: Site; owner: FeedOwner; rows: FeedRow[]; hasTeasers?: boolean; hub?: string | undefined };

/** Of an item, and of the items of a feed with room for its head and excerpts: feed readers give up on larger ones. */
const MAX_ITEM_BYTES = 1_000_000;
const MAX_ITEMS_BYTES = 1_800_000;

/** The items of a feed, with the excerpts of articles whose whole text would make it too large. */
function writeItems<Item extends string | object>(
  { site, rows, hasTeasers = false }: Feed,
  write: (item: FeedItem, row: FeedRow) => Item,
): Item[] {
  let left = MAX_ITEMS_BYTES;
  return rows.map((row) => {
    const written = write(feedItem(site, row, hasTeasers), row);
    const size = Buffer.byteLength(typeof written === "string" ? written : JSON.stringify(written));
    if (size > Math.min(MAX_ITEM_BYTES, left)) return write(feedItem(site, row, true), row);
    left -= size;
    return written;
  });
}

function feedHead({ site, owner }: Feed) {
  return {
    title: owner ? `${owner.name} - ${site.name}` : site.name,
    home: absoluteUrl(site.url, owner?.path ?? pageUrl.home()),
    description: owner
      ? textIn(site.language)("{name}: articles of {site}.", { name: owner.name, site: site.name })
      : site.description,
  };
}

type FeedItem = ReturnType<typeof feedItem>;

function feedItem(site: Site, row: FeedRow, isTeaser: boolean) {
  const image = pictureOf(row);
  const summary = presentSummary(row);
  const url = absoluteUrl(site.url, articlePath(site, summary));
  const { is_breaking: isBreaking, category } = summary;
  const tags = ownTags(summary.tags, category);
  return {
    ...summary,
    ...(image && pictureLines(row)),
    title: labelledTitle(summary, site.language),
    /** Feeds have no element for breaking news: it is a category, which readers can filter by. */
    labels: [...new Set([...(isBreaking ? [textIn(site.language)("Breaking")] : []), category, ...tags])],
    /** Never changes, so that feed readers don't show an article again when its address or the system changes. */
    id: row.feed_id || absoluteUrl(site.url, pageUrl.article(row.id)),
    isImported: Boolean(row.feed_id),
    url,
    image: image ? absoluteUrl(site.url, image) : undefined,
    picture: parsePictureUrl(image),
    people: row.people.map(({ name, slug, image_url }) => ({
      name,
      url: slug === null ? undefined : absoluteUrl(site.url, documentUrl.author(slug)),
      avatar: ownUrl(image_url) ? absoluteUrl(site.url, plainUrl(image_url)) : undefined,
    })),
    content: correctedContent(
      row,
      inItsLanguage(row, isTeaser ? teaserOf(row) : feedContent(row, site, url), site),
      site,
    ),
    modified: modifiedAt(row),
  };
}

/** Content with its language, and its direction if unusual. */
function inItsLanguage({ language, title }: FeedRow, content: string, site: Site): string {
  const { lang, dir } = inLanguage(language, site.language, title);
  const direction = dir === "auto" ? directionOf(title) : dir;
  if (!lang && direction !== "rtl") return content;
  return `<div${lang ? ` lang="${lang}"` : ""} dir="${direction}">${content}</div>`;
}

/** When an article was last updated or corrected, in epoch milliseconds; null for never. */
function modifiedAt({ last_updated_at, corrections }: FeedRow): number | null {
  const times = [last_updated_at ?? 0, ...corrections.map(({ at }) => at)];
  return Math.max(...times) || null;
}

/** Content with its corrections above and below, and the authors' disclosures. */
function correctedContent({ corrections, disclosures }: FeedRow, content: string, site: Site): string {
  const { timeZone, language } = site;
  const t = textIn(language);
  const at = (position: "top" | "bottom") =>
    corrections
      .filter((one) => one.position === position)
      .map(({ at, reason }) => {
        const label = t("Correction, {date}:", { date: longDateOf(at, timeZone, language) });
        return `<p><strong>${label}</strong> ${escapeText(reason)}</p>`;
      })
      .join("");
  const sentences = disclosureSentences(disclosures, language);
  const held = sentences.length > 0 ? `<p><em>${t("Disclosure:")} ${escapeText(sentences.join(" "))}</em></p>` : "";
  return at("top") + content + at("bottom") + held;
}

const teaserOf = ({ teaser }: FeedRow): string => (teaser ? `<p>${escapeText(teaser)}</p>` : "");

const feedContent = (row: FeedRow, site: Site, pageAddress: string): string => {
  const html = withAsideNames(absoluteContent(row, site, pageAddress), row.language || site.language);
  return isPaid(row) ? sponsoredLinks(html) : html;
};

/** Content with its links and pictures made absolute: a feed reader cannot resolve paths. */
function absoluteContent({ content, localAddresses }: FeedRow, site: Site, pageAddress: string): string {
  const origin = absoluteUrl(site.url, "/").slice(0, -1);
  let html = "";
  let from = 0;
  for (const at of localAddresses) {
    const start = content[at] === "#" ? pageAddress : content[at] === "/" ? origin : `${origin}/`;
    html += content.slice(from, at) + escapeValue(start);
    from = at;
  }
  return html + content.slice(from);
}

/** The absolute address of an icon of the publication; undefined if it has none of its own. */
function iconOf({ icon = "", url }: Site, name: IconName): string | undefined {
  const path = iconUrl(icon, name);
  return path === null ? undefined : absoluteUrl(url, path);
}

/** The icon of a publication without one of its own. */
const DEFAULT_ICON = "/apple-touch-icon.png";
/** The largest width that RSS 2.0 allows; programs would take another shape without it. */
const ICON_SIZE = 144;

const NAMESPACES = {
  "@xmlns:atom": "http://www.w3.org/2005/Atom",
  "@xmlns:content": "http://purl.org/rss/1.0/modules/content/",
  "@xmlns:dc": "http://purl.org/dc/elements/1.1/",
  "@xmlns:media": "http://search.yahoo.com/mrss/",
};

export function rss(feed: Feed): string {
  const url = iconOf(feed.site, "icon-180") ?? absoluteUrl(feed.site.url, DEFAULT_ICON);
  const { title, home: link, description } = feedHead(feed);
  const self = absoluteUrl(feed.site.url, feedUrl.rss(feed.owner?.path));
  const newest = Math.max(...feed.rows.map((row) => Math.max(row.published_at ?? 0, modifiedAt(row) ?? 0)));
  return xmlFile("rss", {
    "@version": "2.0",
    ...NAMESPACES,
    channel: {
      title,
      link,
      description,
      language: languageOf(feed.site),
      image: { url, title, link, width: ICON_SIZE, height: ICON_SIZE },
      lastBuildDate: newest > 0 ? new Date(newest).toUTCString() : undefined,
      "atom:link": [
        { "@href": self, "@rel": "self", "@type": "application/rss+xml" },
        ...(feed.hub ? [{ "@href": feed.hub, "@rel": "hub" }] : []),
      ],
      item: writeItems(feed, (item, row) => xmlOf(rssItem(item, row))),
    },
  });
}

const rssItem = (item: FeedItem, row: FeedRow) => ({
  title: item.title,
  link: item.url,
  guid: { "@isPermaLink": item.isImported ? "false" : "true", "#text": item.id },
  pubDate: new Date(row.published_at ?? 0).toUTCString(),
  category: item.labels,
  "dc:creator": item.authors,
  "dc:language": item.language || undefined,
  // Parsed as HTML by feed readers: plain text is escaped for that first.
  description: escapeText(item.excerpt),
  "media:content": item.image ? mediaContent(item.image, item.picture, item) : undefined,
  "content:encoded": item.content,
});

/** The picture of an item, with its caption and credit (https://www.rssboard.org/media-rss). */
const mediaContent = (url: string, stored: ReturnType<typeof parsePictureUrl>, lines: PictureLines) => ({
  "@url": url,
  "@medium": "image",
  ...(stored && {
    "@type": PICTURE_TYPES[stored.fallbackFormat],
    "@width": stored.width,
    "@height": stored.height,
  }),
  "media:description": lines.image_caption || undefined,
  "media:credit": lines.image_credit || undefined,
});

const PICTURE_TYPES = { jpg: "image/jpeg", png: "image/png" } as const;

/** JSON Feed has no fields for them: an extension, whose name begins with an underscore. */
const imageExtension = ({ image_caption, image_credit }: PictureLines) =>
  image_caption || image_credit ? { caption: image_caption, credit: image_credit } : undefined;

/** An author without an account is a name alone. */
const authorsOf = ({ authors, people }: FeedItem) =>
  authors.map((name) => people.find((person) => person.name === name) ?? { name });

export function jsonFeed(feed: Feed) {
  const { title, home, description } = feedHead(feed);
  return {
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: home,
    feed_url: absoluteUrl(feed.site.url, feedUrl.json(feed.owner?.path)),
    icon: iconOf(feed.site, "icon-512"),
    favicon: iconOf(feed.site, "icon-192"),
    description,
    language: languageOf(feed.site),
    hubs: feed.hub ? [{ type: "WebSub", url: feed.hub }] : undefined,
    items: writeItems(feed, (item) => ({
      id: item.id,
      url: item.url,
      title: item.title,
      summary: item.excerpt,
      content_html: item.content,
      image: item.image,
      _image: imageExtension(item),
      date_published: item.published_date,
      date_modified: item.modified === null ? undefined : isoDate(item.modified),
      authors: authorsOf(item),
      tags: item.labels,
      language: item.language || undefined,
    })),
  };
}

/**
 * The heads of days, newest first, and where the versions of each are listed. At most `limit` of the given ones; the
 * rest is in an older part.
 */
export function recordJson(site: Site, days: Day[], limit: number): string {
  const shown = days.slice(0, limit);
  const last = days.length > limit ? shown.at(-1) : undefined;
  return JSON.stringify({
    site: site.url,
    days: shown.map(({ updated: _updated, ...day }) => ({
      ...day,
      versions_url: absoluteUrl(site.url, record.url("GET /record/:day", { params: { day: day.day } })),
    })),
    older_url: last ? absoluteUrl(site.url, feedUrl.record(last.day)) : null,
  });
}

const record = clientOf<RecordEndpoints>();

/** The same as an Atom feed, so that many keep copies of the heads. */
export function recordFeed(site: Site, days: Day[]): string {
  const self = absoluteUrl(site.url, feedUrl.recordFeed());
  const page = absoluteUrl(site.url, feedUrl.record());
  return xmlFile("feed", {
    "@xmlns": "http://www.w3.org/2005/Atom",
    id: self,
    title: `${site.name}: record of published versions`,
    updated: isoDate(days[0]?.updated ?? 0),
    author: { name: site.name },
    link: { "@href": self, "@rel": "self" },
    entry: days.map(({ day, head, versions, is_complete, updated }) => {
      const count = versions === 1 ? "one version" : `${versions} versions`;
      return {
        id: `${page}#${day}`,
        title: `${day}: ${count}${is_complete ? "" : " so far"}`,
        updated: isoDate(updated),
        link: { "@href": page },
        content: { "@type": "text", "#text": head },
      };
    }),
  });
}
