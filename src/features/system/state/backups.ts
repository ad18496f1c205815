import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Kysely, Selectable } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { recordEvent } from "#features/events/commands.ts";
import { readNewsroom, settingChangedAt } from "#features/settings/queries.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError } from "#shared/errors.ts";
import { lastDaily, MINUTE, SECOND } from "#shared/time.ts";
import type { BackupRunTable } from "../tables.ts";
import { BACKUP_ATTEMPTS, backupName, OWN_FOLDER } from "./rules.ts";
import { BACKUPS_KEY, readBackupSettings } from "./settings.ts";

export type Backups = {
  /** Where a backup gets a folder of its own. */
  folder: string;
  /** The folder whose disk the state names. */
  dataDir: string;
  /** Makes a backup at a path; rejects with what the operator can do about a failure. */
  run: (place: string) => Promise<void>;
};

export type BackupStore = { database: Database; clock: Clock; log: FastifyBaseLogger; backups: Backups };

const ALIVE_INTERVAL_MS = 10 * SECOND;
/** The process of a run that hasn't reported for this long has ended. */
const LOST_AFTER_MS = MINUTE;

const OWN_PARTIAL = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.partial$/;

/** Deletes all but the newest backups that were made here, and interrupted ones. Not while a backup is running. */
async function deleteOldBackups({ database: { db }, backups: { folder } }: BackupStore): Promise<void> {
  const { kept } = await readBackupSettings(db);
  const names = await readdir(folder);
  const old = names
    .filter((name) => OWN_FOLDER.test(name))
    .toSorted()
    .slice(0, -kept);
  for (const name of [...old, ...names.filter((name) => OWN_PARTIAL.test(name))])
    await rm(join(folder, name), { recursive: true, force: true });
}

type BackupRun = Selectable<BackupRunTable>;

export const readRun = (db: Kysely<Tables>): Promise<BackupRun | undefined> =>
  db.selectFrom("backup_run").selectAll().executeTakeFirst();

export const isRunning = (run: BackupRun, now: number): boolean =>
  run.finished_at === null && run.alive_at > now - LOST_AFTER_MS;

/** Why the backup failed; undefined while it is running, and if it is complete. */
export function failureOf(run: BackupRun, now: number): string | undefined {
  if (isRunning(run, now)) return undefined;
  if (run.finished_at === null) return "The server stopped before the backup was complete.";
  return run.error || undefined;
}

/** When a failed backup is tried again; undefined if it isn't, for example because a person started it. */
export function retryTime(run: BackupRun, now: number): number | undefined {
  const isRetried = run.attempt > 0 && run.attempt < BACKUP_ATTEMPTS.max && failureOf(run, now) !== undefined;
  return isRetried ? (run.finished_at ?? run.alive_at) + BACKUP_ATTEMPTS.interval : undefined;
}

/**
 * The time of the latest scheduled backup; undefined if none is. The time of the last change of the settings counts, so
 * that switching it on in the afternoon does not make up for the last night.
 */
export async function plannedBackup(db: Kysely<Tables>, now: number): Promise<number | undefined> {
  const { nightly, hour } = await readBackupSettings(db);
  if (!nightly) return undefined;
  const planned = lastDaily((await readNewsroom(db)).time_zone, hour, now);
  return planned > (await settingChangedAt(db, BACKUPS_KEY)) ? planned : undefined;
}

/** A scheduled backup: its planned time, and the number of the attempt. */
export type Scheduled = { planned: number; attempt: number };

/** The scheduled backup that is due after the latest run; undefined if none is. */
export function dueBackup(run: BackupRun | undefined, planned: number, now: number): Scheduled | undefined {
  if (!run || run.scheduled_for === null || run.scheduled_for < planned) return { planned, attempt: 1 };
  const retry = run.scheduled_for === planned ? retryTime(run, now) : undefined;
  return retry !== undefined && retry <= now ? { planned, attempt: run.attempt + 1 } : undefined;
}

/**
 * Starts a backup that continues after the response. Throws ConflictError while one is running, and for a scheduled one
 * that another process started.
 */
export async function startBackup(store: BackupStore, by: Actor, scheduled?: Scheduled): Promise<void> {
  const { database, clock, backups } = store;
  const now = clock.now();
  const place = join(backups.folder, backupName(now));
  await database.db.transaction().execute(async (trx) => {
    const row = {
      started_at: now,
      started_by: by.accountId,
      alive_at: now,
      finished_at: null,
      place,
      error: "",
      attempt: scheduled?.attempt ?? 0,
      ...(scheduled && { scheduled_for: scheduled.planned }),
    };
    // One statement, so that of two concurrent requests one starts a backup.
    const started = await trx
      .insertInto("backup_run")
      .values({ id: 1, ...row })
      .onConflict((conflict) =>
        conflict
          .column("id")
          .doUpdateSet(row)
          .where((eb) =>
            eb.or([eb("backup_run.finished_at", "is not", null), eb("backup_run.alive_at", "<=", now - LOST_AFTER_MS)]),
          )
          .where((eb) => {
            if (!scheduled) return eb.lit(true);
            const { planned, attempt } = scheduled;
            return attempt === 1
              ? eb.or([eb("backup_run.scheduled_for", "is", null), eb("backup_run.scheduled_for", "<", planned)])
              : eb.and({ "backup_run.scheduled_for": planned, "backup_run.attempt": attempt - 1 });
          }),
      )
      .returning("id")
      .executeTakeFirst();
    if (!started) throw new ConflictError("backup_running", "A backup is running. Wait until it has finished.");
    await recordEvent(trx, clock, { by, action: "backup.start", subject: { kind: "publication" } });
  });
  void finish(store, place);
}

async function finish(store: BackupStore, place: string): Promise<void> {
  const { clock, log, backups } = store;
  const { db } = store.database;
  const own = db.updateTable("backup_run").where("place", "=", place);
  const failed = (error: Error) => log.warn({ err: error }, "the state of the backup was not stored");
  const alive = setInterval(
    () => void own.set({ alive_at: clock.now() }).execute().catch(failed),
    ALIVE_INTERVAL_MS,
  ).unref();
  const error = await backups.run(place).then(
    () => "",
    ({ message }: Error) => message,
  );
  if (error) log.error({ place, reason: error }, "a backup failed");
  else
    await deleteOldBackups(store).catch((reason: Error) =>
      log.warn({ err: reason, folder: backups.folder }, "old backups were not deleted"),
    );
  clearInterval(alive);
  await own.set({ finished_at: clock.now(), error }).execute().catch(failed);
}
