import type { Job } from "#platform/scheduler.ts";
import type { PictureStore } from "./commands.ts";
import { createOrphanSweep, finishRemovals, makeMissingVariants, type UpkeepLog } from "./internal/upkeep.ts";

/** Interval of the search for missing variants and orphaned files, which is short. */
const VARIANT_INTERVAL_MS = 2_000;
const SWEEP_INTERVAL_MS = 60_000;

/** Makes the variants of uploads, and keeps the storage consistent with the database. */
export const pictureJobs = (store: PictureStore, log: UpkeepLog): Job[] => [
  {
    name: "picture variants",
    title: "Make missing picture sizes",
    every: VARIANT_INTERVAL_MS,
    alone: true,
    run: (signal) => makeMissingVariants(store, log, () => signal.aborted),
  },
  {
    name: "files of removed pictures",
    title: "Delete files of removed pictures",
    every: SWEEP_INTERVAL_MS,
    alone: true,
    run: () => finishRemovals(store),
  },
  {
    name: "orphaned picture files",
    title: "Delete unused picture files",
    every: SWEEP_INTERVAL_MS,
    alone: true,
    run: createOrphanSweep(store, log),
  },
];
