import type { Job } from "#platform/scheduler.ts";
import { system } from "#shared/actor.ts";
import { ConflictError } from "#shared/errors.ts";
import { SECOND } from "#shared/time.ts";
import { type BackupStore, dueBackup, plannedBackup, readRun, startBackup } from "./backups.ts";

const LOOK_INTERVAL_MS = 30 * SECOND;

/** Starts the backup of a night in one process, also later if none ran at its hour, and again after a failure. */
export const backupJobs = (store: BackupStore): Job[] => [
  {
    name: "nightly backup",
    title: "Start the nightly backup when it is due",
    every: LOOK_INTERVAL_MS,
    alone: true,
    async run() {
      const { db } = store.database;
      const now = store.clock.now();
      const planned = await plannedBackup(db, now);
      const due = planned === undefined ? undefined : dueBackup(await readRun(db), planned, now);
      if (!due) return;
      try {
        await startBackup(store, system, due);
      } catch (error) {
        // Another one is running, after which it is tried again.
        if (!(error instanceof ConflictError)) throw error;
      }
    },
  },
];
