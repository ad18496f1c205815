import { articleList } from "#features/articles/schema.ts";
import { endpoints } from "#shared/endpoint.ts";
import { searchQuery } from "./schema.ts";

export const searchEndpoints = endpoints({
  "GET /articles/search": {
    access: "public",
    cost: "search",
    summary: "Full text search, best match first",
    tags: ["Articles"],
    query: searchQuery,
    response: { 200: articleList },
  },
});
export type SearchEndpoints = typeof searchEndpoints;
