declare const answer: unique symbol;

/**
 * A GET of the API as a query. Its key is its address, so the same options read through the network in the browser and
 * in process on the server (each has its own default query function), with one cache for both.
 */
export type ApiQuery<T> = { queryKey: readonly [url: string, shape: "body" | "paged"]; readonly [answer]?: T };

/** Rows per page of an editors' list, unless the list sets another number. */
export const PAGE_SIZE = 50;

/** Matches all requests whose address starts with one of these: to update or invalidate a list. */
export function callsUnder(...urls: string[]): { predicate: (query: { queryKey: readonly unknown[] }) => boolean } {
  return { predicate: ({ queryKey: [url] }) => urls.some((start) => String(url).startsWith(start)) };
}
