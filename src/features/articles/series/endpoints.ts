import { z } from "zod";
import { articleList, categoryListQuery } from "#features/articles/schema.ts";
import { endpoints } from "#shared/endpoint.ts";
import { bodySchema, NO_OBJECT, recordSchema } from "#shared/fields/schemas.ts";
import { idNumber, idText, noContent, pageQuery, text } from "#shared/schema.ts";
import { FULL_SERIES, MAX_PARTS, SERIES_FIELDS } from "./rules.ts";

const series = recordSchema(SERIES_FIELDS).meta({ id: "Series" });
export type Series = z.infer<typeof series>;

const seriesParams = z.object({ slug: z.string().describe("A series' slug, a former one, or its id") });

const seriesBody = bodySchema(SERIES_FIELDS);

/** One article of a series, for staff: drafts are in it too. */
const part = z.object({
  id: z.int().positive(),
  title: z.string(),
  status: z.enum(["draft", "ready", "published"]),
  published_date: z.iso.datetime().nullable(),
});
export type SeriesPart = z.infer<typeof part>;
const order = z.object({ articles: z.array(part) }).meta({ id: "SeriesOrder" });
export type SeriesOrder = z.infer<typeof order>;

const orderBody = z.object(
  {
    articles: z
      .array(idNumber("An article must be named by its id."), { error: "Articles must be a list of ids." })
      .max(MAX_PARTS, { error: FULL_SERIES })
      .transform((ids) => [...new Set(ids)]),
  },
  { error: NO_OBJECT },
);

const seriesOfArticle = z.object({ series: z.object({ id: z.int().positive(), name: z.string() }).nullable() });

const seriesQuery = pageQuery.extend({
  query: text({ name: "Query", max: 100 })
    .default("")
    .describe("Series whose name contains it, ignoring case and accents"),
});
export type SeriesQuery = z.infer<typeof seriesQuery>;

const articleParams = z.object({ id: idText });
const tags = ["Series"];

export const seriesEndpoints = endpoints({
  "GET /series": {
    isTool: true,
    access: "either",
    summary: "Series by name; for readers those with published articles",
    tags,
    query: seriesQuery,
    response: { 200: z.array(series) },
  },
  "POST /series": {
    access: "series.manage",
    summary: "Add a series",
    description: "A repeated request with the same Idempotency-Key returns the existing series.",
    tags,
    body: seriesBody,
    headers: ["idempotency-key"],
    errors: ["slug_taken", "name_taken", "invalid_slug"],
    response: { 201: series },
  },
  "GET /series/:slug": {
    access: "either",
    summary: "One series",
    tags,
    params: seriesParams,
    cache: { isNamed: true },
    responseHeaders: ["content-location"],
    response: { 200: series },
  },
  "PUT /series/:slug": {
    access: "series.manage",
    summary: "Change a series; a former slug redirects",
    description: "With its ETag in If-Match, responds 409 if the series has changed since.",
    tags,
    params: seriesParams,
    body: seriesBody,
    headers: ["if-match"],
    errors: ["slug_taken", "name_taken", "invalid_slug", "picture_not_copied"],
    response: { 200: series },
  },
  "DELETE /series/:slug": {
    access: "series.manage",
    summary: "Delete a series; its articles stay",
    tags,
    params: seriesParams,
    response: { 204: noContent },
  },
  "GET /series/:slug/articles": {
    access: "either",
    summary: "A series' published articles, in its order",
    tags,
    params: seriesParams,
    query: categoryListQuery,
    cache: { isNamed: true },
    response: { 200: articleList },
  },
  "GET /series/:slug/order": {
    access: "series.manage",
    summary: "All articles of a series in its order, drafts included",
    tags,
    params: seriesParams,
    response: { 200: order },
  },
  "PUT /series/:slug/order": {
    access: "series.manage",
    summary: "Replace the articles of a series and their order; an article leaves its former series",
    description: "With the order's ETag in If-Match, responds 409 if the order has changed since.",
    tags,
    params: seriesParams,
    body: orderBody,
    headers: ["if-match"],
    errors: ["unknown_article", "series_full"],
    response: { 200: order },
  },
  "GET /articles/:id/series": {
    access: "article.read",
    summary: "The series of an article",
    tags,
    params: articleParams,
    response: { 200: seriesOfArticle },
  },
  "PUT /articles/:id/series": {
    access: "article.write",
    summary: "Put an article at the end of a series, or take it out of its series",
    tags,
    params: articleParams,
    body: z.object({ series: idNumber("Series must be an id or null.").nullable() }, { error: NO_OBJECT }),
    errors: ["series_full", "series_not_found"],
    response: { 200: seriesOfArticle },
  },
});
export type SeriesEndpoints = typeof seriesEndpoints;
