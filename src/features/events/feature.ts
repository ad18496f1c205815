import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import { numberEvents, removeOldEvents } from "./commands.ts";

const NUMBER_INTERVAL_MS = 60_000;
const REMOVE_INTERVAL_MS = 60 * 60_000;

export const eventsFeature = ({ database, clock }: { database: Database; clock: Clock }): Feature => ({
  jobs: [
    {
      name: "event order",
      title: "Number what happened",
      every: NUMBER_INTERVAL_MS,
      alone: true,
      run: () => numberEvents(database),
    },
    {
      name: "old events",
      title: "Delete what happened long ago",
      every: REMOVE_INTERVAL_MS,
      alone: true,
      run: () => removeOldEvents(database, clock.now()),
    },
  ],
});
