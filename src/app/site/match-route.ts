import { matchPath } from "react-router";
import { type SiteRoute, siteRoutes } from "./routes.ts";

/** A path's route and its decoded parameters. Every path has one: the last route takes the rest. */
export type RouteMatch = { route: SiteRoute; params: Record<string, string | undefined> };

export function matchRoute(pathname: string): RouteMatch {
  for (const route of siteRoutes) {
    const match = matchPath({ path: route.pattern, caseSensitive: true }, pathname);
    if (match) return { route, params: decodeAll(match.params) };
  }
  throw new Error("The route table has no last route.");
}

/** As the router hands them to a page: `matchPath` by itself leaves them encoded. */
function decodeAll(params: RouteMatch["params"]): RouteMatch["params"] {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value && decode(value)]));
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Not an encoded text: it names nothing, and the page will say so.
    return value;
  }
}
