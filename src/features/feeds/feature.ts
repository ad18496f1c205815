import type { Feature } from "#platform/feature.ts";
import { type DiscoveryDeps, discoveryRoutes, relatedRoutes } from "./routes.ts";

/** How articles are found from elsewhere: feeds, sitemaps, related articles. */
export const discoveryFeature = (deps: DiscoveryDeps): Feature => ({
  routes: [relatedRoutes(deps)],
  siteRoutes: [discoveryRoutes(deps)],
});
