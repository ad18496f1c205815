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

/** Rows on one page of an editors' list, unless it asks for another number. */
export const PAGE_SIZE = 50;

/** What narrows or orders a list: what is undefined or an empty text does not. */
export type ListFilter = Record<string, string | number | boolean | undefined>;

/** One page of a paged list with the full count; `page` counts from 1. */
export function pageOf<Row>(url: string, filter: ListFilter, page: number, size = PAGE_SIZE): ApiQuery<Paged<Row>> {
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined && value !== "");
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]));
  search.set("limit", String(size));
  search.set("offset", String((page - 1) * size));
  return pagedApiQuery(`${url}?${search}`);
}

/** All calls whose address begins with one of these: for what is to be done with everything known of a list. */
export function callsUnder(...urls: string[]): { predicate: (query: { queryKey: readonly unknown[] }) => boolean } {
  return { predicate: ({ queryKey: [url] }) => urls.some((start) => String(url).startsWith(start)) };
}
