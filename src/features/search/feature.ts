import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import { searchRoutes } from "./routes.ts";

/** Full text search. */
export const searchFeature = (deps: { database: Database; clock: Clock }): Feature => ({
  routes: [searchRoutes(deps)],
});
