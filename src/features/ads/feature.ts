import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import { type AdCounters, createAdCounters } from "./counters.ts";
import { adRedirects, adRoutes } from "./routes.ts";

const COUNTER_INTERVAL_MS = 3_000;

type Deps = { database: Database; clock: Clock; secretKey: string; siteUrl: string };

export function adsFeature({ siteUrl, ...deps }: Deps): Feature & { counters: AdCounters } {
  const { database } = deps;
  const counters = createAdCounters(deps);
  return {
    routes: [adRoutes({ database, clock: deps.clock, counters })],
    siteRoutes: [adRedirects({ database, counters, siteUrl })],
    jobs: [
      { name: "ad counters", title: "Store views and clicks of ads", every: COUNTER_INTERVAL_MS, run: counters.flush },
    ],
    close: counters.flush,
    counters,
  };
}
