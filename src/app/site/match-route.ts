import { matchSegments } from "#shared/path-pattern.ts";
import { notFoundRoute, type SiteRoute, siteRoutes } from "./routes.ts";

/** A path's route and its decoded parameters. Every path has one: unknown paths have a route of their own. */
export type RouteMatch = { route: SiteRoute; params: Record<string, string | undefined> };

/** Finds the route of an encoded pathname, with or without a trailing slash. */
export function matchRoute(pathname: string): RouteMatch {
  const path = partsOf(pathname);
  for (const route of siteRoutes) {
    const params = matchSegments(partsOf(route.pattern), path);
    if (params) return { route, params };
  }
  return { route: notFoundRoute, params: {} };
}

/** The parameters of a query that a page knows; the others (campaign marks and the like) are ignored. */
export function knownSearch({ parameters }: SiteRoute, given: URLSearchParams): string {
  const known = new URLSearchParams();
  for (const name of parameters) {
    const value = given.get(name);
    if (value !== null) known.set(name, value);
  }
  return known.size > 0 ? `?${known}` : "";
}

/** The path's segments; trailing slashes are ignored. */
export function partsOf(path: string): string[] {
  const parts = path.split("/").slice(1);
  while (parts.at(-1) === "") parts.pop();
  return parts;
}
