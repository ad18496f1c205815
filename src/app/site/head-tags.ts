import { publisherLogo } from "#features/settings/appearance/icons.ts";
import { languageOf } from "#shared/language.ts";
import type { Head, SiteInfo } from "#shared/page.ts";
import { pageCard } from "#shared/page-card.ts";
import { organizationId } from "#shared/structured-data.ts";
import { absoluteUrl, documentUrl, feedUrl, pageUrl, SOCIAL_CARD } from "#shared/urls.ts";

/** A tag of the head: its name, its attributes, and for JSON-LD and title its text. */
export type HeadTag = { tag: "title" | "meta" | "link" | "script"; attributes: Record<string, string>; text?: string };

/** Tags that navigation replaces are marked with this attribute. */
export const HEAD_MARK = "data-head";

/** The title shown in the browser's tab: the page's, then the publication's. */
export function documentTitle(head: Head, site: SiteInfo): string {
  return head.title === site.name ? site.name : `${head.title} | ${site.name}`;
}

/**
 * The head of a page as tags, in order: the one source for the server's document and for later navigation.
 * Tags with `rel="preload"` matter only in the document.
 */
export function headTags(head: Head, site: SiteInfo): HeadTag[] {
  const canonical = head.canonical === null ? null : absoluteUrl(site.url, head.canonical);
  const { title = head.title, text = head.description } = head.social ?? {};
  const image: NonNullable<Head["image"]> = head.image ?? cardOf(head, title, site);
  const meta = (name: string, content: string): HeadTag => ({ tag: "meta", attributes: { name, content } });
  const property = (name: string, content: string): HeadTag => ({
    tag: "meta",
    attributes: { property: name, content },
  });
  const alternate = (type: string, title: string, path: string): HeadTag => ({
    tag: "link",
    attributes: { rel: "alternate", type, title, href: absoluteUrl(site.url, path) },
  });

  return [
    { tag: "title", attributes: {}, text: documentTitle(head, site) },
    meta("description", head.description),
    ...(head.robots ? [meta("robots", head.robots)] : [meta("robots", "max-image-preview:large")]),
    ...(canonical === null ? [] : [{ tag: "link" as const, attributes: { rel: "canonical", href: canonical } }]),
    property("og:site_name", site.name),
    property("og:locale", openGraphLocale(head.language || languageOf(site))),
    property("og:type", head.article ? "article" : "website"),
    property("og:title", title),
    property("og:description", text),
    ...(canonical === null ? [] : [property("og:url", canonical)]),
    property("og:image", absoluteUrl(site.url, image.url)),
    ...(image.width && image.height
      ? [property("og:image:width", String(image.width)), property("og:image:height", String(image.height))]
      : []),
    ...(image.alt ? [property("og:image:alt", image.alt)] : []),
    ...(head.article ? articleTags(head.article, property) : []),
    meta("twitter:card", "summary_large_image"),
    meta("twitter:title", title),
    meta("twitter:description", text),
    meta("twitter:image", absoluteUrl(site.url, image.url)),
    ...(image.alt ? [meta("twitter:image:alt", image.alt)] : []),
    alternate("application/rss+xml", site.name, feedUrl.rss()),
    alternate("application/feed+json", site.name, feedUrl.json()),
    ...(head.markdown ? [alternate("text/markdown", head.title, head.markdown)] : []),
    ...(head.feedOf
      ? [
          alternate("application/rss+xml", `${head.title} | ${site.name}`, feedUrl.rss(head.feedOf)),
          alternate("application/feed+json", `${head.title} | ${site.name}`, feedUrl.json(head.feedOf)),
        ]
      : []),
    ...[...siteJsonLd(site), ...(head.jsonLd ?? [])].map(
      (data): HeadTag => ({
        tag: "script",
        attributes: { type: "application/ld+json" },
        text: JSON.stringify({ "@context": "https://schema.org", ...data }),
      }),
    ),
  ];
}

/** The card of a page without a picture: with its title, but for home, whose card has the publication's name. */
function cardOf(head: Head, title: string, site: SiteInfo): NonNullable<Head["image"]> {
  if (site.socialCard) return { ...site.socialCard, alt: site.name };
  const path = head.path ?? head.canonical ?? pageUrl.home();
  if (!path.startsWith("/") || path === pageUrl.home()) return { ...SOCIAL_CARD, alt: site.name };
  return { ...pageCard(path, title), alt: title };
}

/** A language with its usual country, as https://ogp.me asks for: `en_US`. */
function openGraphLocale(tag: string): string {
  try {
    const { language, region } = new Intl.Locale(tag).maximize();
    return region ? `${language}_${region}` : language;
  } catch {
    // Not a language tag: pages of other backends may have any text.
    return "en_US";
  }
}

function articleTags(
  article: NonNullable<Head["article"]>,
  property: (name: string, content: string) => HeadTag,
): HeadTag[] {
  return [
    ...(article.published ? [property("article:published_time", article.published)] : []),
    ...(article.modified ? [property("article:modified_time", article.modified)] : []),
    ...article.authors.map((author) => property("article:author", author)),
    property("article:section", article.section),
    ...article.tags.map((tag) => property("article:tag", tag)),
  ];
}

/**
 * The publisher and its search: on every page. Policies are those of https://schema.org/NewsMediaOrganization that have
 * pages; Google reads the logo, the address and other profiles
 * (https://developers.google.com/search/docs/appearance/structured-data/organization).
 */
function siteJsonLd(site: SiteInfo): Record<string, unknown>[] {
  const elsewhere = site.social.flatMap(({ url }) => (url ? [url] : []));
  const organization = organizationId(site);
  const { ethics, ownership } = site.policies ?? {};
  const page = (path: string) => absoluteUrl(site.url, path);
  return [
    {
      "@type": "NewsMediaOrganization",
      "@id": organization,
      name: site.name,
      url: `${site.url}/`,
      logo: absoluteUrl(site.url, publisherLogo(site).url),
      ...(elsewhere.length > 0 && { sameAs: elsewhere }),
      correctionsPolicy: page(documentUrl.corrections()),
      ...(ethics && { ethicsPolicy: page(ethics), publishingPrinciples: page(ethics) }),
      ...(ownership && { ownershipFundingInfo: page(ownership) }),
    },
    {
      "@type": "WebSite",
      "@id": `${site.url}/#website`,
      name: site.name,
      url: `${site.url}/`,
      inLanguage: languageOf(site),
      publisher: { "@id": organization },
      potentialAction: {
        "@type": "SearchAction",
        target: {
          "@type": "EntryPoint",
          urlTemplate: `${absoluteUrl(site.url, pageUrl.search())}?query={search_term_string}`,
        },
        "query-input": "required name=search_term_string",
      },
    },
  ];
}
