import { languageOf } from "#shared/language.ts";
import { articlePath, type SiteInfo } from "#shared/page.ts";
import { pageCard } from "#shared/page-card.ts";
import type { SizedPicture } from "#shared/pictures.ts";
import { organizationId } from "#shared/structured-data.ts";
import { absoluteUrl, documentUrl } from "#shared/urls.ts";
import { isOwnPicture } from "#ui/picture.tsx";
import { ownTags } from "../rules.ts";
import type { ShownArticle } from "./complete-article.ts";

/** When an article was last updated or corrected, else published. ISO 8601 in UTC. */
export function modifiedAt({ last_updated, published_date, corrections }: ShownArticle): string | null {
  const dates = [last_updated ?? published_date, ...corrections.map(({ date }) => date)];
  return dates.toSorted().at(-1) ?? null;
}

/**
 * The type of each genre: subtypes of NewsArticle (https://schema.org/docs/news.html). An explainer is what schema.org
 * calls a backgrounder. A paid text is none of news, but an Article all the same (https://schema.org/AdvertiserContentArticle).
 */
const TYPES: Record<ShownArticle["genre"], string> = {
  news: "NewsArticle",
  opinion: "OpinionNewsArticle",
  analysis: "AnalysisNewsArticle",
  review: "ReviewNewsArticle",
  explainer: "BackgroundNewsArticle",
  sponsored: "AdvertiserContentArticle",
};

/**
 * The article for search engines. Google recommends headline, image, both dates, and authors with their pages
 * (https://developers.google.com/search/docs/appearance/structured-data/article). The publisher is described once in
 * the document, and referred to by its id.
 */
export function newsArticle(site: SiteInfo, article: ShownArticle): Record<string, unknown> {
  const path = articlePath(site, article);
  const url = absoluteUrl(site.url, path);
  const card = pageCard(path, article.head?.social_title ?? article.title);
  const image = ({ url, ...size }: SizedPicture) => ({
    "@type": "ImageObject",
    url: absoluteUrl(site.url, url),
    ...size,
  });
  const { image_caption, image_credit } = article;
  const lines = {
    ...(image_caption && { caption: image_caption }),
    ...(image_credit && { creditText: image_credit }),
  };
  const own = article.images.filter((one) => isOwnPicture(one.url));
  return {
    // A backend may return no genre, or one of its own.
    "@type": TYPES[article.genre] ?? TYPES.news,
    headline: article.title,
    description: article.description,
    inLanguage: article.language || languageOf(site),
    url,
    mainEntityOfPage: { "@type": "WebPage", "@id": url },
    image: own.length > 0 ? own.map((one) => ({ ...image(one), ...lines })) : [image(site.socialCard ?? card)],
    ...(article.published_date && { datePublished: article.published_date }),
    ...(article.published_date && { dateModified: modifiedAt(article) }),
    author: article.authors.map(({ slug, name, links, has_page }) => ({
      "@type": "Person",
      name,
      ...(slug !== null && has_page && { url: absoluteUrl(site.url, documentUrl.author(slug)) }),
      ...(links.length > 0 && { sameAs: links.map((link) => link.url) }),
    })),
    publisher: { "@id": organizationId(site) },
    ...(article.head?.canonical && { isBasedOn: article.head.canonical }),
    ...(article.corrections.length > 0 && {
      correction: article.corrections.map(({ date, text }) => ({
        "@type": "CorrectionComment",
        text,
        datePublished: date,
      })),
    }),
    articleSection: article.category,
    keywords: [article.category, ...ownTags(article.tags, article.category)].join(", "),
    isAccessibleForFree: true,
  };
}
