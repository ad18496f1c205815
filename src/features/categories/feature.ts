import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import { categoryRoutes } from "./routes.ts";

/** The sections of the publication. */
export const categoriesFeature = (deps: { database: Database; clock: Clock }): Feature => ({
  routes: [categoryRoutes(deps)],
});
