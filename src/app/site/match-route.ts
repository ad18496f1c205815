import { notFoundRoute, type SiteRoute, siteRoutes } from "./routes.ts";

/** A path's route and its decoded parameters. Every path has one: unknown paths have a route of their own. */
export type RouteMatch = { route: SiteRoute; params: Record<string, string | undefined> };

/** Finds the route of an encoded pathname, with or without a trailing slash. */
export function matchRoute(pathname: string): RouteMatch {
  const path = partsOf(pathname);
  for (const route of siteRoutes) {
    const params = paramsOf(partsOf(route.pattern), path);
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
function partsOf(path: string): string[] {
  const parts = path.split("/").slice(1);
  while (parts.at(-1) === "") parts.pop();
  return parts;
}

/** The parameters of a path that matches the pattern, else null. A parameter is never empty. */
function paramsOf(pattern: string[], path: string[]): RouteMatch["params"] | null {
  if (pattern.length !== path.length) return null;
  const params: RouteMatch["params"] = {};
  for (const [place, part] of pattern.entries()) {
    const given = path[place] ?? "";
    if (!part.startsWith(":")) {
      if (part !== given) return null;
    } else if (given === "") return null;
    else params[part.slice(1)] = decode(given);
  }
  return params;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Not validly encoded: it names nothing, and the page will say so.
    return value;
  }
}
