import { generatePath } from "react-router";
import { knownSearch, matchRoute, type RouteMatch } from "../site/match-route.ts";

/** Where a page may be kept: beside all others, among those that anybody can make more of at will, or nowhere. */
export type Shelf = "pages" | "requests" | "none";

/** What a request for a page names: a match in the route table, and the one key under which it is cached. */
export type PageAddress = RouteMatch & { key: string; path: string; search: string; shelf: Shelf };

/** Every unknown address shows the same page, and so takes one place in the cache. No address of a page begins so. */
const NOT_FOUND = "/*";

/** Splits a request target at its query; the query begins with `?` or is empty. */
export function splitTarget(target: string): { path: string; query: string } {
  const cut = target.indexOf("?");
  return cut === -1 ? { path: target, query: "" } : { path: target.slice(0, cut), query: target.slice(cut) };
}

/**
 * Reads a request target. Parameters that a page does not know (campaign marks and the like) change nothing, and of the
 * ways to write a path the usual one is meant, so that one page takes one place.
 */
export function pageAddress(target: string): PageAddress {
  const { path, query } = splitTarget(target);
  const match = matchRoute(path);
  const { route } = match;
  if (route.name === "notFound") return { ...match, key: NOT_FOUND, path: NOT_FOUND, search: "", shelf: "pages" };
  const given = new URLSearchParams(query);
  const search = knownSearch(route, given);
  const usual = generatePath(route.pattern, match.params);
  const shelf = route.secrets.some((name) => given.has(name)) ? "none" : search ? "requests" : "pages";
  return { ...match, key: `${usual}${search}`, path: usual, search, shelf };
}

/**
 * Where the address of a page with a trailing slash leads: the page's own, made from the route table, so that no text of
 * a client can lead off the site. Undefined for all other addresses.
 */
export function withoutTrailingSlash(target: string): string | undefined {
  const { path, query } = splitTarget(target);
  if (path.length < 2 || !path.endsWith("/")) return undefined;
  const { route, params } = matchRoute(path);
  return route.name === "notFound" ? undefined : `${generatePath(route.pattern, params)}${query}`;
}
