declare module "#db/tables.ts" {
  interface Tables {
    crawler_fetch: CrawlerFetchTable;
  }
}

/** What a crawler fetched on a day in UTC, by the name in its requests: no addresses. */
export type CrawlerFetchTable = {
  crawler: string;
  day: string;
  fetched: number;
  /** How many of these although it was denied, and how many requests were blocked. */
  ignored: number;
  blocked: number;
};
