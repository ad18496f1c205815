import { clientOf } from "#shared/endpoint-client.ts";
import type { ArticleEndpoints } from "./endpoints.ts";
import type { FrontPageEndpoints } from "./home/endpoints.ts";
import { ARTICLES_PER_PAGE } from "./rules.ts";

/** Polling interval of an open auto-update article, in milliseconds (at most 20 s). */
export const AUTO_UPDATE_INTERVAL_MS = 10_000;

const articles = clientOf<ArticleEndpoints & FrontPageEndpoints>();

/** The lists of the home page. A backend that ignores `home` returns all of each. */
export const homeFeatured = () => articles.query("GET /articles/featured", { query: { home: true } });
export const homeLatest = () => articles.query("GET /articles/latest", { query: { home: true } });
export const homePicks = () => articles.query("GET /articles/editors-picks", { query: { home: true } });

export const homeSections = () => articles.query("GET /home/sections");

export const editorsPicks = () => articles.query("GET /articles/editors-picks", { query: { limit: 8 } });
/** `category`: the slug of the one whose articles come first. A backend may ignore it. */
export const trendingArticles = (category?: string) =>
  articles.query("GET /articles/trending", { query: { limit: 8, ...(category !== undefined && { category }) } });
export const categorySection = (slug: string) => articles.query("GET /categories/:slug/section", { params: { slug } });
export const relatedArticles = (id: number) => articles.query("GET /articles/:id/related", { params: { id } });

/** One page of a category's articles, and the total. `slug` may be the lower-cased name; `page` counts from 1. */
export const categoryArticles = (slug: string, page: number) =>
  articles.paged("GET /categories/:slug", {
    params: { slug },
    query: { limit: ARTICLES_PER_PAGE, offset: (page - 1) * ARTICLES_PER_PAGE },
  });

export const categoryUrl = (slug: string) => articles.url("GET /categories/:slug", { params: { slug } });

/** One article. `id` as in the address: the server answers 404 to an invalid id. */
export const articleDetail = (id: string) => articles.query("GET /articles/:id", { params: { id } });

/** The address that counts a reading. */
export const viewUrl = (id: number, query: { from?: string | undefined; finished?: boolean }) =>
  articles.url("POST /articles/:id/view", { params: { id }, query });
