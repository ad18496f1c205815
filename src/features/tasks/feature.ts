import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import { taskCleanupJobs } from "./jobs.ts";
import { taskRoutes } from "./routes.ts";

/** Work that outlives its request. Features with such work run it with `taskJobs`. */
export const tasksFeature = (deps: { database: Database; clock: Clock }): Feature => ({
  routes: [taskRoutes(deps)],
  jobs: taskCleanupJobs(deps),
});
