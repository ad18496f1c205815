import type { ArticleSummary } from "#features/articles/schema.ts";
import type { Paged } from "#shared/api-client.ts";
import type { ApiQuery } from "#shared/api-query.ts";
import { pagedApiQuery } from "#shared/api-query.ts";
import { apiUrl } from "#shared/urls.ts";

/** Results on one page of the search screen. */
export const SEARCH_PAGE_SIZE = 20;

/** One page of search results with their full count. `page` counts from 1. */
export const searchResults = (query: string, page: number): ApiQuery<Paged<ArticleSummary>> =>
  pagedApiQuery(`${apiUrl.search(query)}&limit=${SEARCH_PAGE_SIZE}&offset=${(page - 1) * SEARCH_PAGE_SIZE}`);
