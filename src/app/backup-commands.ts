import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { isRefusedBySqlite } from "#db/failures.ts";
import { ObjectStoreError } from "#platform/object-store.ts";
import { CommandError, DomainError } from "#shared/errors.ts";
import type { Env } from "../env.ts";
import { makeBackup, PUBLICATION, restoreBackup } from "./backup.ts";
import { type BackupPlace, bucketPlace, folderPlace } from "./backup-place.ts";
import { recordCommand } from "./operator-entries.ts";

export const BACKUP_USAGE = "FOLDER|s3://BUCKET/PREFIX";
export const RESTORE_USAGE = "FOLDER|s3://BUCKET/PREFIX [--replace]";
/** The folder in `DATA_DIR` for the database of a backup in transit to or from a bucket. */
const SCRATCH = "backup.partial";
const BUCKET_PLACE = /^s3:\/\/([\w.-]{3,255})\/([\w./-]+)$/;

/** `backup`: returns the exit code. Safe to use while the server runs. */
export function runBackupCommand(env: Env, args: string[]): Promise<number> {
  return inOneLine(async () => {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const place = placeOf(env, positionals, `backup ${BACKUP_USAGE}`);
    const { articles, pictures, missing, migrations } = await makeBackup(env, place);
    await recordBackup(env, place, migrations);
    for (const key of missing) process.stderr.write(`The file of picture ${key} is missing in the storage.\n`);
    return `${articles} articles and ${pictures - missing.length} pictures are in ${place.name}`;
  });
}

/** Backs up a database of any age, even a read-only one: then the backup is not recorded. */
async function recordBackup(env: Env, place: BackupPlace, migrations: string[]): Promise<void> {
  if (!migrations.includes("0056-audit")) return;
  const changes = { place: { to: place.name } };
  await recordCommand(env, { action: "publication.backup", subject: PUBLICATION, changes }, "The backup is made");
}

const MADE_AT = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** `restore`: returns the exit code. The server must not run. */
export function runRestoreCommand(env: Env, args: string[]): Promise<number> {
  return inOneLine(async () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { replace: { type: "boolean", default: false } },
    });
    const place = placeOf(env, positionals, `restore ${RESTORE_USAGE}`);
    const { articles, madeAt } = await restoreBackup(env, place, values);
    const made = MADE_AT.format(new Date(madeAt));
    return `Restored ${articles} articles from the backup of ${made} UTC. Mail that was queued at that time is not sent automatically.`;
  });
}

function placeOf(env: Env, [place, ...more]: string[], usage: string): BackupPlace {
  if (!place || more.length > 0) throw new CommandError(`Usage: npm run jarida -- ${usage}`);
  if (!place.startsWith("s3:")) return folderPlace(resolve(place));
  const [, bucket, path = ""] = BUCKET_PLACE.exec(place) ?? [];
  const prefix = path.replace(/\/$/, "");
  if (!bucket || prefix.split("/").includes(""))
    throw new CommandError(`${place} must have the form s3://BUCKET/PREFIX.`);
  if (!env.buckets) throw new CommandError("To use a bucket, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.");
  if (bucket === env.s3?.bucket && prefix.split("/")[0] === "media")
    throw new CommandError(`${place} already stores this publication's pictures. Choose another place.`);
  return bucketPlace(place, { bucket, ...env.buckets }, `${prefix}/`, join(env.dataDir, SCRATCH));
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
