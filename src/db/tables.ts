import type { ScopeList } from "./scopes.ts";

/**
 * The rows of both engines. Times are epoch milliseconds, truth values 0 or 1, lists JSON text: one meaning on
 * SQLite and PostgreSQL without conversion.
 */
export type Flag = 0 | 1;

/** One row: `content_version`. */
export type SiteStateTable = { key: string; value: number };

/** What the latest versions of the content changed (db/change.ts). */
export type ContentChangeTable = { version: number; scopes: ScopeList };

/** Every word of the search index, forwards and backwards, for finding the neighbours of a misspelt one. */
export type SearchTermTable = { term: string; reversed: string };

/**
 * The tables of the database. Each feature adds its own in its `tables.ts`, which makes it their owner (decision 112).
 */
export interface Tables {
  site_state: SiteStateTable;
  content_change: ContentChangeTable;
  search_term: SearchTermTable;
}
