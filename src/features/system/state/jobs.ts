import { readNewsroom, settingChangedAt } from "#features/settings/queries.ts";
import type { Job } from "#platform/scheduler.ts";
import { system } from "#shared/actor.ts";
import { ConflictError } from "#shared/errors.ts";
import { lastDaily, SECOND } from "#shared/time.ts";
import { type BackupStore, startBackup } from "./backups.ts";
import { BACKUPS_KEY, readBackupSettings } from "./settings.ts";

const LOOK_INTERVAL_MS = 30 * SECOND;

/**
 * Starts the backup of a night in one process, also later if none ran at its hour. The time of the last change of the
 * settings counts, so that switching it on in the afternoon does not make up for the last night.
 */
export const backupJobs = (store: BackupStore): Job[] => [
  {
    name: "nightly backup",
    title: "Start the nightly backup when it is due",
    every: LOOK_INTERVAL_MS,
    alone: true,
    async run() {
      const { db } = store.database;
      const { nightly, hour } = await readBackupSettings(db);
      if (!nightly) return;
      const planned = lastDaily((await readNewsroom(db)).time_zone, hour, store.clock.now());
      if (planned <= (await settingChangedAt(db, BACKUPS_KEY))) return;
      try {
        await startBackup(store, system, planned);
      } catch (error) {
        // It was made, or another one is running, after which it is tried again.
        if (!(error instanceof ConflictError)) throw error;
      }
    },
  },
];
