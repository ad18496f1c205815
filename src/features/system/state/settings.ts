import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Setting } from "#features/settings/commands.ts";
import { readSetting } from "#features/settings/queries.ts";
import { type BackupSettings, backupSettings } from "./endpoints.ts";
import { BACKUP_HOUR, KEPT_BACKUPS } from "./rules.ts";

export const BACKUPS_KEY = "backups";
const UNSET: BackupSettings = { nightly: false, hour: BACKUP_HOUR.initial, kept: KEPT_BACKUPS.initial };

export async function readBackupSettings(db: Kysely<Tables>): Promise<BackupSettings> {
  const stored = await readSetting(db, BACKUPS_KEY);
  return stored === undefined ? UNSET : backupSettings.parse({ ...UNSET, ...(stored as object) });
}

export const backupSetting: Setting<"backups", BackupSettings> = {
  key: BACKUPS_KEY,
  read: readBackupSettings,
  scopes: [],
};
