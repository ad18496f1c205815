import type { Job } from "#platform/scheduler.ts";
import { system } from "#shared/actor.ts";
import { purgeUntil, type TrashStore } from "./commands.ts";
import { TRASH_TTL_MS } from "./rules.ts";

/** How long an article may stay in the trash beyond its time. */
const PURGE_INTERVAL_MS = 10 * 60_000;

/** Deletes for good what has been in the trash for long enough. */
export const trashJobs = (store: TrashStore): Job[] => [
  {
    name: "expired trash",
    every: PURGE_INTERVAL_MS,
    alone: true,
    run: (signal) => purgeUntil(store, system, store.clock.now() - TRASH_TTL_MS, () => signal.aborted),
  },
];
