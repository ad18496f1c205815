import type { Job } from "#platform/scheduler.ts";
import type { AdCounters } from "./counters.ts";

const COUNTER_INTERVAL_MS = 3_000;

/** Stores the counted impressions and clicks. */
export const adJobs = (counters: AdCounters): Job[] => [
  { name: "ad counters", every: COUNTER_INTERVAL_MS, run: counters.flush },
];
