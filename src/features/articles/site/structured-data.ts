import type { SiteInfo } from "#shared/page.ts";
import { absoluteUrl, pageUrl } from "#shared/urls.ts";
import type { ArticleDetail } from "../schema.ts";

/** One step of the way from the home page; `path` is relative to the site's origin. */
type Crumb = { name: string; path: string };

/** schema.org BreadcrumbList, from the home page down. */
export function breadcrumbList(site: SiteInfo, crumbs: Crumb[]): Record<string, unknown> {
  return {
    "@type": "BreadcrumbList",
    itemListElement: [{ name: "Home", path: pageUrl.home() }, ...crumbs].map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: absoluteUrl(site.url, path),
    })),
  };
}

/** schema.org NewsArticle. Search engines show the headline's first 110 characters. */
export function newsArticle(site: SiteInfo, article: ArticleDetail): Record<string, unknown> {
  const url = absoluteUrl(site.url, pageUrl.article(article.id));
  return {
    "@type": "NewsArticle",
    headline: article.title,
    description: article.excerpt,
    url,
    mainEntityOfPage: { "@type": "WebPage", "@id": url },
    ...(article.image_url && { image: [absoluteUrl(site.url, article.image_url)] }),
    ...(article.published_date && { datePublished: article.published_date }),
    ...(article.published_date && { dateModified: article.last_updated ?? article.published_date }),
    author: [{ "@type": "Person", name: article.author.name }],
    publisher: {
      "@type": "Organization",
      "@id": `${site.url}/#organization`,
      name: site.name,
      url: absoluteUrl(site.url, pageUrl.home()),
    },
    articleSection: article.category,
    keywords: article.tags.join(", "),
    isAccessibleForFree: true,
  };
}
