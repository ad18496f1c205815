import type { Paged } from "#shared/api-client.ts";
import type { ApiQuery } from "#shared/api-query.ts";
import { apiQuery, pagedApiQuery } from "#shared/api-query.ts";
import { apiUrl } from "#shared/urls.ts";
import type { ArticleDetail, ArticlePage, ArticleSummary } from "./schema.ts";

/** How often an open page of an auto-update article asks for changes, in milliseconds (within 20 s). */
export const AUTO_UPDATE_INTERVAL_MS = 10_000;

/** Articles on one page of a category. */
export const CATEGORY_PAGE_SIZE = 24;

export const latestArticles = (): ApiQuery<ArticleSummary[]> => apiQuery(`${apiUrl.latest()}?limit=12`);
export const featuredArticles = (): ApiQuery<ArticleSummary[]> => apiQuery(`${apiUrl.featured()}?limit=6`);
export const editorsPicks = (): ApiQuery<ArticleSummary[]> => apiQuery(`${apiUrl.editorsPicks()}?limit=8`);
export const trendingArticles = (): ApiQuery<ArticleSummary[]> => apiQuery(`${apiUrl.trending()}?limit=8`);
export const relatedArticles = (id: number): ApiQuery<ArticleSummary[]> => apiQuery(apiUrl.related(id));

/** One page of a category's articles with their full count. `slug` may be the lower-cased name; `page` counts from 1. */
export const categoryArticles = (slug: string, page: number): ApiQuery<Paged<ArticleSummary>> =>
  pagedApiQuery(`${apiUrl.category(slug)}?limit=${CATEGORY_PAGE_SIZE}&offset=${(page - 1) * CATEGORY_PAGE_SIZE}`);

/** One article with its content as it is stored. */
export const articleDetail = (id: string): ApiQuery<ArticleDetail> => apiQuery(apiUrl.article(id));

/** One article as its page shows it. `id` as it stands in the address: what cannot be an id is the server's 404. */
export const articlePage = (id: string): ApiQuery<ArticlePage> => apiQuery(apiUrl.articlePage(id));

/** Tells the server that a reader has the article open. Without an answer: a lost count is not the reader's worry. */
export function reportView(id: number): void {
  navigator.sendBeacon(apiUrl.view(id));
}
