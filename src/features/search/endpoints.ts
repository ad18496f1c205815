import { articleList } from "#features/articles/schema.ts";
import { endpoints } from "#shared/endpoint.ts";
import { pageQuery, text } from "#shared/schema.ts";

/** Text that is not blank. Any text is safe; at most 8 of its words are searched for. */
const searchQuery = pageQuery.extend({ query: text({ name: "Query", min: 1, max: 1000 }) });

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
