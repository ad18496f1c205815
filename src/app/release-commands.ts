import { readFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { clearDatabase } from "#db/dump.ts";
import { NewerDatabaseError, pendingMigrations } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import { BACKUP_FIELDS, UPDATE_FOLDER } from "#features/system/state/rules.ts";
import { readBackupSettings } from "#features/system/state/settings.ts";
import { CommandError } from "#shared/errors.ts";
import type { Env } from "../env.ts";
import { makeBackup, readManifest } from "./backup.ts";
import { inOneLine } from "./backup-commands.ts";
import { folderPlace } from "./backup-place.ts";
import { folderSeries, removeOldBackups } from "./backup-series.ts";
import { endHold, hold, isHeld, readRunning } from "./hand-over.ts";
import { keepAssets, keptAssetsIn } from "./kept-assets.ts";

export const RELEASE_USAGE = "prepare|hand-over|hold|clear|resume";

/** Says that the program to come is of a version that leaves no note when it serves. */
const FIRST_VERSION = "first-version";

const POLL_MS = 100;
/** A migration may be part of a start. */
const MAX_WAIT_MS = 30 * 60_000;
/** A first version leaves no note if it cannot start, and finds the database of its own time. */
const MAX_WAIT_FOR_FIRST_VERSION_MS = 2 * 60_000;

/**
 * `release`: the steps of an update that need the publication's data and its user. The update runs them from the
 * program that comes into service, or stays. Each prints one line.
 */
export function runReleaseCommand(env: Env, [step, ...args]: string[]): Promise<number> {
  return inOneLine(async () => {
    if (step === "prepare") return JSON.stringify(await prepare(env, args));
    if (step === "hand-over") return handOver(env, args[0] === FIRST_VERSION);
    if (step === "hold") {
      hold(env.dataDir);
      return handOver(env);
    }
    if (step === "clear") return clear(env, args[0]);
    if (step === "resume") {
      endHold(env.dataDir);
      return "The site is no longer held.";
    }
    throw new CommandError(`Usage: npm run jarida -- release ${RELEASE_USAGE}. The command update uses it.`);
  });
}

/** The migration that made the table of settings. */
const SETTINGS = "0046-settings";

/**
 * What this program would do to the database, the backup made before that, and how many older ones of updates were deleted,
 * or why they were not.
 */
type Prepared = { pending: string[]; newer?: string; backup?: string; deleted?: number; notDeleted?: string };

/** Backs up a database that this program would migrate, and keeps the browser's files of the program in service. */
async function prepare(env: Env, [name = "update", clientDir]: string[]): Promise<Prepared> {
  if (clientDir) await keepAssets(clientDir, keptAssetsIn(env.dataDir));
  const database = await openDatabase(env.database);
  let pending: string[];
  let kept: number;
  try {
    pending = await pendingMigrations(database);
    kept = await keptBackups(database, pending);
  } catch (error) {
    if (error instanceof NewerDatabaseError) return { pending: [], newer: error.message };
    throw error;
  } finally {
    await database.close();
  }
  if (pending.length === 0) return { pending };
  const time = new Date().toISOString().replace(/[:.]/g, "-");
  const folder = join(env.dataDir, "backups");
  const backup = join(folder, `before-${name}-${time}`);
  await makeBackup(env, folderPlace(backup), { withSecret: false });
  try {
    return { pending, backup, deleted: await deleteOldBackups(folder, kept) };
  } catch (error) {
    return { pending, backup, notDeleted: (error as Error).message };
  }
}

const PARTIAL = ".partial";

/** As many as of the backups that the server makes; the database is still that of the former version. */
const keptBackups = async ({ db }: Database, pending: string[]): Promise<number> =>
  pending.includes(SETTINGS) ? BACKUP_FIELDS.kept.initial : (await readBackupSettings(db)).kept;

/** Deletes the backups of updates but the newest, and interrupted ones: updates run one at a time. */
async function deleteOldBackups(folder: string, kept: number): Promise<number> {
  for (const name of await readdir(folder))
    if (name.endsWith(PARTIAL) && UPDATE_FOLDER.test(name.slice(0, -PARTIAL.length)))
      await rm(join(folder, name), { recursive: true, force: true });
  return removeOldBackups(folderSeries(folder, UPDATE_FOLDER), kept);
}

/** Asks the supervisor of the running server to replace it by the program now in place, and waits until that serves. */
async function handOver(env: Env, toFirstVersion = false): Promise<string> {
  const before = readRunning(env.dataDir);
  if (!before || !isSupervisor(before.supervisor))
    return "No running server was found. If one of a version before 0.3.0 is running, restart it now.";
  const asked = Date.now();
  const limit = toFirstVersion ? MAX_WAIT_FOR_FIRST_VERSION_MS : MAX_WAIT_MS;
  process.kill(before.supervisor, "SIGUSR2");
  for (const giveUp = asked + limit; Date.now() < giveUp; await wait(POLL_MS)) {
    const now = readRunning(env.dataDir);
    const hasEnded = !isAlive(before.server);
    if (now && now.server !== before.server && hasEnded) return `Version ${now.version} serves.`;
    if (now?.failed && Date.parse(now.failed.at) >= asked)
      throw new CommandError(`The new program could not start (${now.failed.reason}); see the server's log.`);
    if (!isAlive(before.supervisor)) throw new CommandError("The server has ended; see its log.");
    if (toFirstVersion && hasEnded && (await responds(env))) return "An earlier version serves.";
  }
  throw new CommandError(`The program did not serve within ${limit / 60_000} minutes; see the server's log.`);
}

/**
 * Empties a database of PostgreSQL for the restore of 0.1.0, which cannot drop tables of newer versions. Only while the
 * site is held and `backup` has everything.
 */
async function clear(env: Env, backup = ""): Promise<string> {
  if (!isHeld(env.dataDir)) throw new CommandError("Only a rollback clears the database, while the site is held.");
  await readManifest(folderPlace(backup));
  await clearDatabase(env.database);
  return "The database is empty.";
}

const responds = ({ host, port }: Env): Promise<boolean> =>
  fetch(`http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether a process is the supervisor that once noted its number: another program may have got that since. */
function isSupervisor(pid: number): boolean {
  if (!isAlive(pid) || process.platform !== "linux") return isAlive(pid);
  return /main\.js|start\.mjs/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
