import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { isRefusedBySqlite } from "#db/failures.ts";
import { backupName } from "#features/system/state/rules.ts";
import { systemClock } from "#platform/clock.ts";
import { keyId } from "#platform/keys.ts";
import { type BucketSettings, ObjectStoreError } from "#platform/object-store.ts";
import { CommandError, DomainError } from "#shared/errors.ts";
import type { Env } from "../env.ts";
import { hasSecret, type Manifest, makeBackup, PUBLICATION, restoreBackup } from "./backup.ts";
import { type BackupPlace, bucketPlace, folderPlace, MANIFEST } from "./backup-place.ts";
import { type BackupSeries, bucketSeries, folderSeries, newestBackup, removeOldBackups } from "./backup-series.ts";
import { recordCommand } from "./operator-entries.ts";
import { checkBackup } from "./restore-check.ts";

export const BACKUP_USAGE = "FOLDER|s3://BUCKET/PREFIX [--keep N] [--with-secret]";
export const RESTORE_USAGE = "FOLDER|s3://BUCKET/PREFIX [--replace|--check]";
/** The folder in `DATA_DIR` for the database of a backup in transit to or from a bucket. */
const SCRATCH = "backup.partial";
const BUCKET_PLACE = /^s3:\/\/([\w.-]{3,255})\/([\w./-]+)$/;

/** `backup`: returns the exit code. Safe to use while the server runs. */
export function runBackupCommand(env: Env, args: string[]): Promise<number> {
  return inOneLine(async () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { keep: { type: "string" }, "with-secret": { type: "boolean", default: false } },
    });
    const content = { withSecret: values["with-secret"] };
    const usage = `backup ${BACKUP_USAGE}`;
    if (values.keep === undefined) return backUp(env, placeOf(env, positionals, usage), content);
    const kept = Number(values.keep);
    if (!/^\d{1,4}$/.test(values.keep) || kept === 0) throw new CommandError("--keep must be a number from 1 to 9999.");
    const series = seriesOf(env, positionals, usage);
    const said = await backUp(env, series.place(backupName(systemClock.now())), content);
    const removed = await removeOldBackups(series, kept).catch((error: Error) => {
      throw new CommandError(`${said}, but older backups were not deleted: ${error.message}`);
    });
    return removed === 0
      ? said
      : `${said}; ${removed === 1 ? "1 older one was" : `${removed} older ones were`} deleted`;
  });
}

async function backUp(env: Env, place: BackupPlace, content: { withSecret: boolean }): Promise<string> {
  const { articles, pictures, missing, migrations } = await makeBackup(env, place, content);
  await recordBackup(env, place, migrations);
  for (const key of missing)
    process.stderr.write(`A file of the picture or typeface ${key} is missing in the storage.\n`);
  return `${articles} articles and ${pictures - missing.length} pictures are in ${place.name}`;
}

/** Backs up a database of any age, even a read-only one: then the backup is not recorded. */
async function recordBackup(env: Env, place: BackupPlace, migrations: string[]): Promise<void> {
  if (!migrations.includes("0056-audit")) return;
  const changes = { place: { to: place.name } };
  await recordCommand(env, { action: "publication.backup", subject: PUBLICATION, changes }, "The backup is made");
}

const MADE_AT = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** `restore`: returns the exit code. The server must not run, except for a check, which starts that of `programs`. */
export function runRestoreCommand(env: Env, args: string[], programs: string): Promise<number> {
  return inOneLine(async () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { replace: { type: "boolean", default: false }, check: { type: "boolean", default: false } },
    });
    const usage = `restore ${RESTORE_USAGE}`;
    if (values.check && values.replace) throw new CommandError(`Usage: npm run jarida -- ${usage}`);
    if (values.check) return check(env, positionals, programs);
    const manifest = await restoreBackup(env, placeOf(env, positionals, usage), values);
    const made = MADE_AT.format(new Date(manifest.madeAt));
    return [
      `Restored ${manifest.articles} articles from the backup of ${made} UTC. Mail that was queued at that time is not sent automatically.`,
      "All sessions have ended: everybody logs in again.",
      ...keyNotes(env, manifest),
    ].join("\n");
  });
}

/** What the operator must know about the signing key after a restore. */
function keyNotes({ secretKey, previousKeys = [] }: Env, manifest: Manifest): string[] {
  const rotate = "npm run jarida -- secret rotate";
  if (hasSecret(manifest))
    return [
      `The signing key came with the backup. Anybody who can read the backup can act as any user: rotate the key (${rotate}, then secret forget).`,
    ];
  const own = [secretKey, ...previousKeys].map(keyId);
  if (manifest.key === undefined || own.includes(manifest.key))
    return [`The signing key here is used. If anybody else may have seen it, rotate it: ${rotate}`];
  return [
    "The backup has no signing key, so the one here is used, which is another one. Authenticator apps, recovery codes, links in mails of that time, the password of the mail server and the secrets of webhooks do not work.",
    "For each person who cannot log in: npm run jarida -- user second-step-off EMAIL. Or put the former key into DATA_DIR/secret (docs/operations.md, Backup).",
  ];
}

/** Checks the named backup, or the newest one in the named place. */
async function check(env: Env, args: string[], programs: string): Promise<string> {
  const usage = `restore ${RESTORE_USAGE}`;
  const named = placeOf(env, args, usage);
  const series = seriesOf(env, args, usage);
  const newest = (await named.read(MANIFEST)) ? undefined : await newestBackup(series);
  const place = newest === undefined ? named : series.place(newest);
  const found = await checkBackup(env, place, programs);
  const missing = found.missing > 0 ? ` (${found.missing} without a file, as when the backup was made)` : "";
  const seconds = (found.openedInMs / 1000).toFixed(1);
  return `The backup of ${MADE_AT.format(new Date(found.madeAt))} UTC in ${place.name} is good: ${found.articles} articles, ${found.pictures} pictures${missing}, ${found.entries}; the server opened it in ${seconds} s`;
}

/** The place of one backup, which the operator named. */
function placeOf(env: Env, args: string[], usage: string): BackupPlace {
  const place = addressOf(env, args, usage);
  if ("folder" in place) return folderPlace(place.folder);
  return bucketPlace(place.name, place.settings, place.prefix, join(env.dataDir, SCRATCH));
}

/** The place of several backups, each named by its time. */
function seriesOf(env: Env, args: string[], usage: string): BackupSeries {
  const place = addressOf(env, args, usage);
  if ("folder" in place) return folderSeries(place.folder);
  return bucketSeries(place.name, place.settings, place.prefix, join(env.dataDir, SCRATCH));
}

type Address = { folder: string } | { name: string; settings: BucketSettings; prefix: string };

/** Throws CommandError. */
function addressOf(env: Env, [place, ...more]: string[], usage: string): Address {
  if (!place || more.length > 0) throw new CommandError(`Usage: npm run jarida -- ${usage}`);
  if (!place.startsWith("s3:")) return { folder: resolve(place) };
  const [, bucket, path = ""] = BUCKET_PLACE.exec(place) ?? [];
  const prefix = path.replace(/\/$/, "");
  if (!bucket || prefix.split("/").includes(""))
    throw new CommandError(`${place} must have the form s3://BUCKET/PREFIX.`);
  if (!env.buckets) throw new CommandError("To use a bucket, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.");
  if (bucket === env.s3?.bucket && prefix.split("/")[0] === "media")
    throw new CommandError(`${place} already stores this publication's pictures. Choose another place.`);
  return { name: `s3://${bucket}/${prefix}`, settings: { bucket, ...env.buckets }, prefix: `${prefix}/` };
}

/** Reports in one line what failed and what the operator can do about it. */
export async function inOneLine(work: () => Promise<string>): Promise<number> {
  try {
    process.stdout.write(`${await work()}\n`);
    return 0;
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    const isPlain =
      error instanceof DomainError ||
      error instanceof CommandError ||
      error instanceof ObjectStoreError ||
      isRefusedBySqlite(error);
    if (!isPlain && !/^(ERR_PARSE_ARGS|ENOSPC|EACCES|EROFS|ENOTDIR)/.test(code)) throw error;
    process.stderr.write(`${message}\n`);
    return 1;
  }
}
