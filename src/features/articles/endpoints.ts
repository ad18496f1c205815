import { z } from "zod";
import { categoryParams } from "#features/categories/endpoints.ts";
import { topicParams } from "#features/topics/endpoints.ts";
import { MAX_FORM_TEXT_BYTES } from "#platform/multipart.ts";
import { endpoints } from "#shared/endpoint.ts";
import { CONTENT_ERRORS } from "#shared/endpoint-facts.ts";
import { noContent } from "#shared/schema.ts";
import { MAX_SLUG } from "#shared/slug.ts";
import type { ListDeskEndpoints } from "./list/schema.ts";
import { tagQuery, usedTags } from "./list/schema.ts";
import { viewQuery } from "./numbers/endpoints.ts";
import {
  articleBody,
  articleDetail,
  articleList,
  articleListQuery,
  articleParams,
  articleResponse,
  articleUpdate,
  bulkBody,
  bulkResult,
  categoryListQuery,
  homeListQuery,
  listedArticle,
  picksList,
  readerListQuery,
} from "./schema.ts";

const tags = ["Articles"];

const trendingQuery = readerListQuery.extend({
  category: z.string().max(MAX_SLUG).optional().describe("The slug of a category whose articles come first"),
});

/** What the page of a category has besides its articles. */
const categorySection = z
  .object({
    description: z.string(),
    editor: z.string().describe("The name of its editor, or empty"),
    image_url: z.string().describe("Its picture, or empty"),
    accent: z.string().describe("`#rrggbb`: links and marks on its page, or empty for the site's"),
    topics: z.array(z.object({ name: z.string(), slug: z.string() })).describe("The busiest of its newest articles"),
  })
  .meta({ id: "CategorySection" });
export type CategorySection = z.infer<typeof categorySection>;

const readerList = (summary: string) =>
  ({ access: "public", summary, tags, query: readerListQuery, response: { 200: articleList } }) as const;
const homeList = (summary: string) => ({ ...readerList(summary), query: homeListQuery }) as const;

/** Lists, one article, a category's articles, views. */
export const articleEndpoints = endpoints({
  "GET /articles/latest": homeList("The newest articles"),
  "GET /articles/featured": homeList("Featured articles: arranged articles, then the newest"),
  "GET /articles/editors-picks": {
    ...homeList("Editor's picks: arranged articles, then the newest"),
    response: { 200: picksList },
  },
  "GET /articles/trending": { ...readerList("The most-read recent articles"), query: trendingQuery },
  "GET /articles": {
    isTool: true,
    access: "either",
    summary:
      "Published articles, newest first, of all categories or one. Editors get all articles, and can search, filter and sort them.",
    tags,
    query: articleListQuery,
    cache: { parameters: ["limit", "offset", "category"], hasNoOthers: true },
    errors: ["unknown_category"],
    response: { 200: z.array(listedArticle) },
  },
  "GET /categories/:slug": {
    access: "either",
    summary: "A category's published articles, newest first",
    tags: ["Categories"],
    params: categoryParams,
    query: categoryListQuery,
    cache: { isNamed: true },
    responseHeaders: ["content-location"],
    response: { 200: articleList },
  },
  "GET /categories/:slug/section": {
    access: "public",
    summary: "What a category is about, its editor, and its busiest topics",
    tags: ["Categories"],
    params: categoryParams,
    cache: { isNamed: true },
    errors: ["category_not_found"],
    response: { 200: categorySection },
  },
  "GET /articles/:id": {
    isTool: true,
    access: "either",
    summary: "One article with its content; drafts only for editors",
    tags,
    params: articleParams,
    errors: ["article_removed"],
    response: { 200: articleResponse },
  },
  "GET /tags": {
    access: "article.read",
    summary: "Topic names of articles visible to the caller, most used first",
    description:
      "With `query`, those that begin with it or have an alias that does, ignoring case and accents; without one, those of the latest articles.",
    tags,
    query: tagQuery,
    response: { 200: usedTags },
  },
  "POST /articles/:id/view": {
    access: "public",
    cost: "read",
    summary: "Count a reader's view, or with `finished` that the reader reached the end",
    tags,
    params: articleParams,
    query: viewQuery,
    response: { 204: noContent },
  },
});

/** The articles of a topic. */
export const topicArticlesEndpoints = endpoints({
  "GET /topics/:slug/articles": {
    access: "either",
    summary: "A topic's published articles, newest first",
    tags: ["Topics"],
    params: topicParams,
    query: categoryListQuery,
    cache: { isNamed: true },
    response: { 200: articleList },
  },
});

/** Articles related to one; served by the search feature. */
export const relatedEndpoints = endpoints({
  "GET /articles/:id/related": {
    access: "public",
    summary: "Articles related to an article",
    tags,
    params: articleParams,
    response: { 200: articleList },
  },
});

// Not compressed: the editor has just sent this content, and compression costs a tenth of the work.
const writing = {
  access: "article.write",
  bodyLimit: MAX_FORM_TEXT_BYTES,
  compress: false,
  tags,
  consumes: ["application/json", "multipart/form-data"],
} as const;

/** Creating and changing. */
const WRITING_ERRORS = [
  "approval_required",
  "house_style",
  "override_required",
  "unknown_author",
  "unknown_category",
  "too_many_tags",
  "too_many_names",
  ...CONTENT_ERRORS,
  "file_too_large",
  "incomplete_document",
] as const;

export const articleWritingEndpoints = endpoints({
  "POST /articles": {
    isTool: true,
    ...writing,
    summary: "Write an article",
    description: "A repeated request with the same Idempotency-Key returns the existing article.",
    body: articleBody,
    ignoresUnknownFields: true,
    headers: ["idempotency-key"],
    errors: WRITING_ERRORS,
    response: { 201: articleDetail },
  },
  "PUT /articles/:id": {
    ...writing,
    summary: "Change an article; omitted fields keep their value",
    description: "With the article's ETag in If-Match, responds 409 if the article has changed since.",
    params: articleParams,
    body: articleUpdate,
    ignoresUnknownFields: true,
    headers: ["if-match", "idempotency-key"],
    errors: [...WRITING_ERRORS, "article_not_public", "edit_conflict"],
    response: { 200: articleDetail },
  },
});

export const articleDeskEndpoints = endpoints({
  "DELETE /articles/:id": {
    access: "article.write",
    summary: "Move an article to the trash",
    tags,
    params: articleParams,
    errors: ["override_required"],
    response: { 204: noContent },
  },
  "POST /articles/:id/restore": {
    access: "article.write",
    summary: "Restore an article from the trash",
    tags,
    params: articleParams,
    errors: ["not_in_trash"],
    response: { 200: articleDetail },
  },
  "POST /articles/bulk": {
    access: "article.write",
    summary: "Change many articles in one transaction",
    description:
      "Returns the ids of the changed articles, and why the others were not changed. `trash: false` restores articles.",
    tags,
    body: bulkBody,
    errors: ["unknown_category", "unknown_author", "too_many_tags", "too_many_names"],
    response: { 200: bulkResult },
  },
});
export type ArticleEndpoints = typeof articleEndpoints &
  ListDeskEndpoints &
  typeof relatedEndpoints &
  typeof articleWritingEndpoints &
  typeof articleDeskEndpoints;
