import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import type { Job } from "#platform/scheduler.ts";
import { recordStored, sealDays } from "./commands.ts";

/** How long after a start articles are recorded that were published before there was a record. */
const RECORD_INTERVAL_MS = 2_000;
const SEALING_INTERVAL_MS = 60_000;

/** Brings articles into the record that are not in it, and seals the days that are over. */
export function recordJobs(store: { database: Database; clock: Clock }): Job[] {
  /** The last article that was looked at; null once there is none left. */
  let last: number | null = 0;
  return [
    {
      name: "articles to record",
      every: RECORD_INTERVAL_MS,
      alone: true,
      async run(signal) {
        while (last !== null && !signal.aborted) {
          last = await recordStored(store, last);
          await new Promise(setImmediate);
        }
      },
    },
    { name: "days to seal", every: SEALING_INTERVAL_MS, alone: true, run: () => sealDays(store) },
  ];
}
