import type { Paged } from "./api-client.ts";

declare const answer: unique symbol;

/**
 * A GET of the API as a query: its key is its address, so that the same options read through the network in the
 * browser and in process on the server (each has its own default query function), and one cache serves both.
 */
export type ApiQuery<T> = { queryKey: readonly [url: string, shape: "body" | "paged"]; readonly [answer]?: T };

/** Query options for a call whose body is the answer. */
export function apiQuery<T>(url: string): ApiQuery<T> {
  return { queryKey: [url, "body"] };
}

/** Query options for a list call whose full count matters too. */
export function pagedApiQuery<T>(url: string): ApiQuery<Paged<T>> {
  return { queryKey: [url, "paged"] };
}
