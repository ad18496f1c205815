import { generatePath } from "react-router";
import type { Partition } from "#platform/response-cache.ts";
import { knownSearch, matchRoute, type RouteMatch } from "../site/match-route.ts";

/** What a request for a page refers to: a match in the route table, and the one key under which it is cached. */
export type PageAddress = RouteMatch & { key: string; path: string; search: string; partition: Partition };

/** Every unknown address shows the same page, and so uses one cache entry. No page's address starts like this. */
const NOT_FOUND = "/*";
/** Longer addresses, in characters, are resolved by the full path. */
const MAX_RESOLVED_LENGTH = 2_000;

/** Splits a request target at its query; the query starts with `?` or is empty. */
export function splitTarget(target: string): { path: string; query: string } {
  const cut = target.indexOf("?");
  return cut === -1 ? { path: target, query: "" } : { path: target.slice(0, cut), query: target.slice(cut) };
}

/**
 * Parses a request target. Parameters that a page does not know (such as campaign marks) are ignored, and equivalent
 * spellings of a path are normalized, so that one page uses one cache entry.
 */
export function pageAddress(target: string): PageAddress {
  const { path, query } = splitTarget(target);
  const match = matchRoute(path);
  const { route } = match;
  if (route.name === "notFound") return { ...match, key: NOT_FOUND, path: NOT_FOUND, search: "", partition: "pages" };
  const given = new URLSearchParams(query);
  const search = knownSearch(route, given);
  const usual = generatePath(route.pattern, match.params);
  const partition = route.secrets.some((name) => given.has(name)) ? "none" : search ? "requests" : "pages";
  return { ...match, key: `${usual}${search}`, path: usual, search, partition };
}

/**
 * The key of a page whose address has a query, for example of a campaign with different marks for each reader.
 * Undefined for other pages and unusual spellings.
 */
export function keyOfQuery(target: string): string | undefined {
  const { path, query } = splitTarget(target);
  if (query === "" || target.length > MAX_RESOLVED_LENGTH) return undefined;
  const address = pageAddress(target);
  return address.path === path && address.partition !== "none" ? address.key : undefined;
}

/**
 * The redirect target for a page's address with a trailing slash: built from the route table, so that nothing a client
 * sends can redirect off the site. Undefined for all other addresses.
 */
export function withoutTrailingSlash(target: string): string | undefined {
  const { path, query } = splitTarget(target);
  if (path.length < 2 || !path.endsWith("/")) return undefined;
  const { route, params } = matchRoute(path);
  return route.name === "notFound" ? undefined : `${generatePath(route.pattern, params)}${query}`;
}
