import { clientOf } from "#shared/endpoint-client.ts";
import type { SearchEndpoints } from "./endpoints.ts";

/** Results per page of the search screen. */
export const SEARCH_PAGE_SIZE = 20;

const search = clientOf<SearchEndpoints>();

/** One page of search results with their total. `page` counts from 1. */
export const searchResults = (query: string, page: number) =>
  search.paged("GET /articles/search", {
    query: { query, limit: SEARCH_PAGE_SIZE, offset: (page - 1) * SEARCH_PAGE_SIZE },
  });
