import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Setting } from "#features/settings/commands.ts";
import { readSetting } from "#features/settings/queries.ts";
import { emptyValues } from "#shared/fields/fields.ts";
import { type BackupSettings, backupSettings } from "./endpoints.ts";
import { BACKUP_FIELDS } from "./rules.ts";

export const BACKUPS_KEY = "backups";
const UNSET = emptyValues(BACKUP_FIELDS);

export async function readBackupSettings(db: Kysely<Tables>): Promise<BackupSettings> {
  const stored = await readSetting(db, BACKUPS_KEY);
  return stored === undefined ? UNSET : backupSettings.parse({ ...UNSET, ...(stored as object) });
}

export const backupSetting: Setting<"backups", BackupSettings> = {
  key: BACKUPS_KEY,
  read: readBackupSettings,
  scopes: [],
};
