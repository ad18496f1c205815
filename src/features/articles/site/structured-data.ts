import type { SiteInfo } from "#shared/page.ts";
import { parsePictureUrl } from "#shared/pictures.ts";
import { htmlToText } from "#shared/text.ts";
import { absoluteUrl, pageUrl } from "#shared/urls.ts";
import { ELLIPSIS, previewCut } from "../rules.ts";
import type { ArticleDetail } from "../schema.ts";

/** How much of the text stands in for a missing excerpt, in characters: about what a search result shows. */
const DESCRIPTION_LENGTH = 160;

/** What machines are told an article is about: its excerpt, else how its text begins, else its title. */
export function descriptionOf({ excerpt, content, title }: ArticleDetail): string {
  if (excerpt) return excerpt;
  const text = htmlToText(content);
  const cut = previewCut(text, DESCRIPTION_LENGTH);
  return (cut === null ? text : `${text.slice(0, cut)}${ELLIPSIS}`) || title;
}

/** A picture's size in pixels, where its address tells it. */
export function pictureSize(url: string): { width?: number; height?: number } {
  const stored = parsePictureUrl(url);
  return stored ? { width: stored.width, height: stored.height } : {};
}

/** schema.org NewsArticle. Search engines show the headline's first 110 characters. */
export function newsArticle(site: SiteInfo, article: ArticleDetail): Record<string, unknown> {
  const url = absoluteUrl(site.url, pageUrl.article(article.id));
  const image = (path: string) => ({
    "@type": "ImageObject",
    url: absoluteUrl(site.url, path),
    ...pictureSize(path),
  });
  return {
    "@type": "NewsArticle",
    headline: article.title,
    description: descriptionOf(article),
    url,
    mainEntityOfPage: { "@type": "WebPage", "@id": url },
    ...(article.image_url && { image: [image(article.image_url)] }),
    ...(article.published_date && { datePublished: article.published_date }),
    ...(article.published_date && { dateModified: article.last_updated ?? article.published_date }),
    author: [{ "@type": "Person", name: article.author.name }],
    publisher: {
      "@type": "Organization",
      "@id": `${site.url}/#organization`,
      name: site.name,
      url: absoluteUrl(site.url, pageUrl.home()),
      logo: image("/apple-touch-icon.png"),
    },
    articleSection: article.category,
    keywords: article.tags.join(", "),
    isAccessibleForFree: true,
  };
}
