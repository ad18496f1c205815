import type { Kysely } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { lockSettings, recordChange, STALE, writeSetting } from "#features/settings/commands.ts";
import { readSetting } from "#features/settings/queries.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError } from "#shared/errors.ts";
import { type BackupSettings, backupSettings } from "./endpoints.ts";
import { BACKUP_HOUR, backupSettingsVersion, KEPT_BACKUPS } from "./rules.ts";

export const BACKUPS_KEY = "backups";
const UNSET: BackupSettings = { nightly: false, hour: BACKUP_HOUR.initial, kept: KEPT_BACKUPS.initial };

export async function readBackupSettings(db: Kysely<Tables>): Promise<BackupSettings> {
  const stored = await readSetting(db, BACKUPS_KEY);
  return stored === undefined ? UNSET : backupSettings.parse({ ...UNSET, ...(stored as object) });
}

/** Changes the given settings and returns all. Throws ConflictError if the stored version is not `isCurrent`. */
export function updateBackupSettings(
  { database, clock }: { database: Database; clock: Clock },
  by: Actor,
  body: { [Name in keyof BackupSettings]?: BackupSettings[Name] | undefined },
  isCurrent: (version: string) => boolean,
): Promise<BackupSettings> {
  return changeContent(database, async (trx) => {
    await lockSettings(trx);
    const before = await readBackupSettings(trx);
    if (!isCurrent(backupSettingsVersion(before))) throw new ConflictError("stale_version", STALE);
    const after = {
      nightly: body.nightly ?? before.nightly,
      hour: body.hour ?? before.hour,
      kept: body.kept ?? before.kept,
    };
    await writeSetting(trx, clock, BACKUPS_KEY, after);
    await recordChange(trx, clock, by, { key: BACKUPS_KEY, before, after });
    return { result: after, changed: [] };
  });
}
