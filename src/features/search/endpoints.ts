import { z } from "zod";
import { articleList } from "#features/articles/schema.ts";
import { endpoints } from "#shared/endpoint.ts";
import { pageQuery } from "#shared/schema.ts";

const MAX_QUERY = 1_000;

/** Any text that is not blank is accepted, marks of direction included: only its words are searched for. */
const searchQuery = pageQuery.extend({
  query: z
    .string({ error: "Query is required." })
    .trim()
    .min(1, { error: "Query is required." })
    .max(MAX_QUERY, { error: `Query must have at most ${MAX_QUERY} characters.` })
    .transform((query) => query.toWellFormed()),
});

export const searchEndpoints = endpoints({
  "GET /articles/search": {
    isTool: true,
    access: "public",
    cost: "search",
    summary: "Full text search, best match first",
    tags: ["Articles"],
    query: searchQuery,
    response: { 200: articleList },
  },
});
export type SearchEndpoints = typeof searchEndpoints;
