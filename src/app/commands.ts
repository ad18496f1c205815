import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isOccupied } from "#db/dump.ts";
import { migrate } from "#db/migrations.ts";
import { openDatabase } from "#db/open-database.ts";
import { checkChain } from "#features/audit/chain.ts";
import type { PlainEvent } from "#features/events/types.ts";
import { takeDownPicture } from "#features/media/pictures/commands.ts";
import { keyInAddress, NO_PICTURE } from "#features/media/pictures/rules.ts";
import { systemClock } from "#platform/clock.ts";
import { keyId, MAX_PREVIOUS_KEYS } from "#platform/keys.ts";
import { newSecret, readSecrets, writeSecrets } from "#platform/private-files.ts";
import { operator } from "#shared/actor.ts";
import { CommandError, DomainError } from "#shared/errors.ts";
import { absoluteUrl } from "#shared/urls.ts";
import { type Env, readEnv, type Source } from "../env.ts";
import { DEFAULT_DATA_DIR, sqliteFile } from "../setting-values.ts";
import { BACKUP_USAGE, inOneLine, RESTORE_USAGE, runBackupCommand, runRestoreCommand } from "./backup-commands.ts";
import { DEMO_USAGE, runDemoCommand } from "./demo-commands.ts";
import { EXPORT_USAGE, runExportCommand } from "./export-command.ts";
import { IMPORT_USAGE, runImportCommand } from "./import-command.ts";
import "./subscribers.ts";
import { KEY_USAGE, runKeyCommand } from "./key-commands.ts";
import { MOVE_USAGE, runMoveCommand } from "./move-commands.ts";
import { recordCommand } from "./operator-entries.ts";
import { PICTURE_USES } from "./picture-uses.ts";
import { RELEASE_USAGE, runReleaseCommand } from "./release-commands.ts";
import { openStorage, workersIn } from "./services.ts";
import { asDatabaseFault, checkDatabaseFiles } from "./start-faults.ts";
import { runUserCommand, USER_USAGE } from "./user-commands.ts";

const SECRET_USAGE = "list|rotate|forget";

const BY_VARIABLES =
  "The key is set by SECRET_KEY. Set SECRET_KEY to a new key, and SECRET_KEY_PREVIOUS to the old one. To stop accepting the old key, remove it later.";

/**
 * `secret`: manages the keys that sign tokens and links; returns the exit code. Changes take effect when the server
 * restarts.
 */
function runSecretCommand(env: Env, args: string[]): Promise<number> {
  return inOneLine(async () => {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const [action, ...more] = positionals;
    if (more.length > 0) throw new CommandError(usage());
    if (action === "list") return list(env);
    if (action !== "rotate" && action !== "forget") throw new CommandError(usage());
    if (env.isSecretSet) throw new CommandError(BY_VARIABLES);
    const path = join(env.dataDir, "secret");
    const { said, entry, done } = action === "rotate" ? rotate(path) : forget(path);
    await recordCommand(env, entry, done);
    return said;
  });
}

const usage = () => `Usage: npm run jarida -- secret ${SECRET_USAGE}`;

/** Only the ids: a key is never shown. */
const list = ({ secretKey, previousKeys }: Env) =>
  [`${keyId(secretKey)}  signs`, ...previousKeys.map((key) => `${keyId(key)}  is still accepted`)].join("\n");

/** A change of the keys, as reported to the operator and the audit log. */
type Done = { said: string; entry: Omit<PlainEvent, "by">; done: string };
const subject = { kind: "secret" };

/** Throws CommandError. */
function rotate(path: string): Done {
  const secrets = readSecrets(path);
  if (secrets.length > MAX_PREVIOUS_KEYS)
    throw new CommandError(`${MAX_PREVIOUS_KEYS} former keys are still accepted. Forget them first.`);
  const fresh = newSecret();
  writeSecrets(path, [fresh, ...secrets]);
  const [former] = secrets;
  const changes = { key: { ...(former !== undefined && { from: keyId(former) }), to: keyId(fresh) } };
  return {
    said: `New key ${keyId(fresh)} is used after a restart. Old links and sessions stay valid. Restart the server now.`,
    entry: { action: "secret.rotate", subject, changes },
    done: "The key is rotated",
  };
}

/** Throws CommandError. */
function forget(path: string): Done {
  const [current, ...former] = readSecrets(path);
  if (current === undefined || former.length === 0) throw new CommandError("There is no former key to forget.");
  writeSecrets(path, [current]);
  const ids = former.map(keyId).join(", ");
  return {
    said: `Everything signed with ${ids} becomes invalid when the server restarts. Restart it now.`,
    entry: { action: "secret.forget", subject, changes: { keys: { from: ids } } },
    done: "The former keys are forgotten",
  };
}

const PICTURE_USAGE = "remove URL";

/** `picture remove`: returns the exit code. Safe to use while the server runs. */
async function runPictureCommand(env: Env, args: string[]): Promise<number> {
  try {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const [action, address, ...more] = positionals;
    if (action !== "remove" || address === undefined || more.length > 0)
      throw new CommandError(`Usage: npm run jarida -- picture ${PICTURE_USAGE}`);
    process.stdout.write(`${await remove(env, address)}\n`);
    return 0;
  } catch (error) {
    const isMistake =
      error instanceof DomainError ||
      error instanceof CommandError ||
      (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS");
    if (!isMistake) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    return 1;
  }
}

async function remove(env: Env, address: string): Promise<string> {
  const key = keyInAddress(address);
  if (!key) throw new CommandError(NO_PICTURE);
  const database = await openDatabase(env.database);
  try {
    await migrate(database);
    const storage = openStorage(env);
    const store = { database, clock: systemClock, storage, pictureUses: PICTURE_USES };
    const { uses, addresses } = await takeDownPicture(store, operator, key);
    return [
      "The picture was taken down. Caches in front of the server and readers' browsers may still have it:",
      ...addresses.map((path) => `  ${absoluteUrl(env.siteUrl, path)}`),
      ...uses.map(({ type, id, title }) => `It was used by ${type} ${id}: ${title}`),
    ].join("\n");
  } finally {
    await database.close();
  }
}

const AUDIT_USAGE = "verify [--known N:HASH]";

const KNOWN = /^([1-9]\d{0,9}):([0-9a-f]{64})$/;

/** `audit verify`: returns the exit code, 1 if the chain is broken. Safe to use while the server runs. */
function runAuditCommand(env: Env, args: string[]): Promise<number> {
  return inOneLine(async () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { known: { type: "string" } },
    });
    const [, n, hash] = KNOWN.exec(values.known ?? "") ?? [];
    const isKnownGood = values.known === undefined || n !== undefined;
    if (positionals.join(" ") !== "verify" || !isKnownGood)
      throw new CommandError(`Usage: npm run jarida -- audit ${AUDIT_USAGE}`);
    const known = n !== undefined && hash !== undefined ? { n: Number(n), hash } : undefined;
    const database = await openDatabase(env.database);
    try {
      await migrate(database);
      return report(await checkChain(database.db, known));
    } finally {
      await database.close();
    }
  });
}

/** Throws CommandError for a broken chain. */
function report({ first, last, entries, erased, waiting, fault }: Awaited<ReturnType<typeof checkChain>>): string {
  if (fault)
    throw new CommandError(
      `The audit log is broken at entry ${fault.n}: ${fault.detail} The entries before it are intact.`,
    );
  const lines = [
    entries === 0
      ? "The audit log has no entries yet."
      : `Audit log verified: entries ${first}-${last}, none changed or missing.`,
  ];
  if (erased > 0) lines.push(`Personal data was erased from ${erased} of them, as later entries record.`);
  if (waiting > 0) lines.push(`${waiting} more are not in the chain yet. The server adds them within a minute.`);
  return lines.join("\n");
}

/** An operator's command; `run` returns the exit code. */
type Command = {
  usage: string;
  summary: string;
  /** Whether it works where there is no publication yet. */
  startsEmpty?: (args: string[]) => boolean;
  run: (env: Env, args: string[]) => Promise<number>;
};

/** The folder of the built commands, dist/server. */
const PROGRAMS = import.meta.dirname;

/**
 * Runs a command with these settings; returns its exit code. Unless it can start a publication, it fails where there is none,
 * and creates nothing: most likely `DATA_DIR` is missing. Throws EnvError.
 */
export async function runCommand(source: Source, command: Command, args: string[]): Promise<number> {
  if (command.startsEmpty?.(args)) {
    const env = readEnv(source);
    return namingTheSetting(env, () => command.run(env, args));
  }
  const missing = (place: string, variable: string) => {
    process.stderr.write(`No publication ${place}. Set ${variable}.\n`);
    return 1;
  };
  const file = sqliteFile(source);
  if (file && !existsSync(file)) {
    if (source.DATABASE_URL) return missing(`at ${file}`, "DATABASE_URL");
    return missing(`in ${source.DATA_DIR || DEFAULT_DATA_DIR}`, "DATA_DIR");
  }
  const env = readEnv(source);
  return namingTheSetting(env, async () => {
    checkDatabaseFiles(env);
    if (file) await (await openDatabase(env.database)).close();
    if (!(await isOccupied(env.database))) return missing("in this database", "DATABASE_URL");
    return command.run(env, args);
  });
}

/** Throws EnvError for a database that cannot be used. */
async function namingTheSetting(env: Env, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    throw asDatabaseFault(error, env);
  }
}

/** Commands that change the program itself: scripts/jarida.mjs runs them, in the project's folder. */
async function notHere(): Promise<number> {
  process.stderr.write("Run this by npm in the project's folder. A container is updated by replacing its image.\n");
  return 1;
}

/** The operator's commands by name. */
export const commands: Record<string, Command> = {
  user: { usage: USER_USAGE, summary: "manages who can log in", run: runUserCommand },
  key: { usage: KEY_USAGE, summary: "manages API keys", run: runKeyCommand },
  picture: {
    usage: PICTURE_USAGE,
    summary: "permanently removes a picture, even if it is in use",
    run: runPictureCommand,
  },
  audit: {
    usage: AUDIT_USAGE,
    summary: "checks that the audit log is complete and unchanged",
    run: runAuditCommand,
  },
  secret: {
    usage: SECRET_USAGE,
    summary: "replaces the key that signs tokens and links, or forgets former ones",
    run: runSecretCommand,
  },
  backup: {
    usage: BACKUP_USAGE,
    summary: "copies articles, pictures and all other data into a new folder",
    run: runBackupCommand,
  },
  restore: {
    usage: RESTORE_USAGE,
    summary: "restores a backup while the server is stopped, or checks that it could be",
    startsEmpty: () => true,
    run: (env, args) => runRestoreCommand(env, args, PROGRAMS),
  },
  update: {
    usage: "[TAG|COMMIT|FOLDER]",
    summary: "builds a release next to the running one and switches to it",
    startsEmpty: () => true,
    run: notHere,
  },
  rollback: {
    usage: "[RELEASE] [--restore]",
    summary: "switches back to the former release",
    startsEmpty: () => true,
    run: notHere,
  },
  releases: {
    usage: "[prune [--keep N]]",
    summary: "lists the releases, or removes old ones",
    startsEmpty: () => true,
    run: notHere,
  },
  release: {
    usage: RELEASE_USAGE,
    summary: "the steps of an update that need the data; update runs them",
    startsEmpty: ([step]) => step !== "prepare",
    run: runReleaseCommand,
  },
  move: {
    usage: MOVE_USAGE,
    summary: "copies the database into an empty database of the other engine",
    run: (env, args) => runMoveCommand(env, args, workersIn(PROGRAMS)),
  },
  import: {
    usage: IMPORT_USAGE,
    summary: "brings a publication from another system, step by step",
    run: (env, args) => runImportCommand(env, args, PROGRAMS),
  },
  export: {
    usage: EXPORT_USAGE,
    summary: "writes the publication for another system as a zip",
    run: runExportCommand,
  },
  demo: {
    usage: DEMO_USAGE,
    startsEmpty: ([action]) => action !== "remove",
    summary: "adds generated articles for benchmarks, or removes the first edition",
    run: (env, args) => runDemoCommand(env, args, PROGRAMS),
  },
};
