import { matchRoute, type RouteMatch } from "../site/match-route.ts";

/** What a request for a page names: a match in the route table, and the one key under which it is cached. */
export type PageAddress = RouteMatch & { key: string; path: string; search: string };

/** Every unknown address shows the same page, and so takes one place in the cache. */
const NOT_FOUND_KEY = "*";

/** Reads a raw request target. Parameters that a page does not know (campaign marks and the like) change nothing. */
export function pageAddress(target: string): PageAddress {
  const cut = target.indexOf("?");
  const path = cut === -1 ? target : target.slice(0, cut);
  const match = matchRoute(path);
  if (match.route.name === "not-found") return { ...match, key: NOT_FOUND_KEY, path, search: "" };
  const given = new URLSearchParams(cut === -1 ? "" : target.slice(cut + 1));
  const known = new URLSearchParams();
  for (const name of match.route.parameters) {
    const value = given.get(name);
    if (value !== null) known.set(name, value);
  }
  const search = known.size > 0 ? `?${known}` : "";
  return { ...match, key: `${path}${search}`, path, search };
}
