import type { QueryClient } from "@tanstack/react-query";
import { NetworkError } from "#shared/api-client.ts";
import { articlePath, type Head, type PageContext } from "#shared/page.ts";
import { breadcrumbList } from "#shared/structured-data.ts";
import { type Translate, textIn } from "#shared/translate.ts";
import { pageUrl } from "#shared/urls.ts";
import { isOwnPicture } from "#ui/picture.tsx";
import { articleDetail } from "../calls.ts";
import { NO_ARTICLE, ownTags } from "../rules.ts";
import type { ArticleResponse } from "../schema.ts";
import { HERO_SIZES, isWhole, placeOfPicture, WIDE_SIZES } from "./article-opening.tsx";
import { completeArticle } from "./complete-article.ts";
import { modifiedAt, newsArticle } from "./structured-data.ts";

/** The head of an article's page, also while it loads and where there is none. */
export function articleHead({ params, site }: PageContext, client: QueryClient): Head {
  const response = client.getQueryData<ArticleResponse>(articleDetail(params.id ?? "").queryKey);
  if (!response) return headWithoutArticle(params.id ?? "", textIn(site.language), client);
  const article = completeArticle(response);
  const place = placeOfPicture(article);
  const section = { name: article.category, path: pageUrl.category(article.category_slug) };
  const self = { name: article.title, path: articlePath(site, article) };
  const {
    title,
    description = article.description,
    social_title,
    social_text,
    canonical,
    is_noindex,
  } = article.head ?? {};
  return {
    title: title ?? article.title,
    description,
    canonical: canonical ?? self.path,
    ...(canonical && { path: self.path }),
    markdown: `${pageUrl.article(article.id)}.md`,
    // The headline, not the title for search engines, is written for people.
    social: { title: social_title ?? article.title, text: social_text },
    ...(is_noindex && { robots: "noindex" }),
    language: article.language,
    article: {
      published: article.published_date,
      modified: article.last_updated || article.corrections.length > 0 ? modifiedAt(article) : null,
      authors: article.authors.map(({ name }) => name),
      section: article.category,
      tags: [...ownTags(article.tags, article.category)],
    },
    jsonLd: [newsArticle(site, article), breadcrumbList(site, [section, self])],
    ...(article.card && isOwnPicture(article.card.url) && { image: article.card }),
    ...(place !== "none" &&
      !isWhole(article.hero_url) && {
        preloadImage: { url: article.hero_url, sizes: place === "wide" ? WIDE_SIZES : HERO_SIZES },
      }),
  };
}

function headWithoutArticle(id: string, t: Translate, client: QueryClient): Head {
  const canonical = `/article/${encodeURIComponent(id)}`;
  const error = client.getQueryState(articleDetail(id).queryKey)?.error;
  if (!error) return { title: t("Loading article"), description: t("This article is coming soon."), canonical };
  if (error instanceof NetworkError) {
    return {
      title: t("Connection Error"),
      description: t("The article could not be loaded."),
      canonical,
      path: pageUrl.home(),
      robots: "noindex",
    };
  }
  return {
    title: t("Article Not Found"),
    description: t(NO_ARTICLE),
    canonical: null,
    path: pageUrl.home(),
    robots: "noindex",
  };
}
