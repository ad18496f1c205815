import type { Job } from "#platform/scheduler.ts";
import type { Streams } from "./internal/streams.ts";
import { POLL_INTERVAL_MS } from "./rules.ts";

/** Tells open windows who has come and gone elsewhere; each process its own. */
export const presenceJobs = (streams: Streams): Job[] => [
  { name: "presence", every: POLL_INTERVAL_MS, run: streams.poll },
];
