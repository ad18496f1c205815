import type { Job } from "#platform/scheduler.ts";
import type { Streams } from "./internal/streams.ts";
import { POLL_INTERVAL_MS } from "./rules.ts";

/** Notifies open windows of what happened in other processes; each process its own. */
export const presenceJobs = (streams: Streams): Job[] => [
  { name: "presence", every: POLL_INTERVAL_MS, run: streams.poll },
];
