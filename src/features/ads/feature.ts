import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import { type AdCounters, createAdCounters } from "./counters.ts";
import { adJobs } from "./jobs.ts";
import { adRedirects, adRoutes } from "./routes.ts";

type Deps = { database: Database; clock: Clock; secretKey: string; siteUrl: string };

/** Ad spaces, and their impressions and clicks. */
export function adsFeature({ siteUrl, ...deps }: Deps): Feature & { counters: AdCounters } {
  const { database } = deps;
  const counters = createAdCounters(deps);
  return {
    routes: [adRoutes({ database, clock: deps.clock, counters })],
    siteRoutes: [adRedirects({ database, counters, siteUrl })],
    jobs: adJobs(counters),
    close: counters.flush,
    counters,
  };
}
