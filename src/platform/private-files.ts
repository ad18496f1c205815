import { randomBytes, randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

const PRIVATE_UMASK = 0o077;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** The publication's own entries in its folder. */
const OWN_ENTRY = /^(secret|jarida\.db|media|outbox|assets|imports|server\.json|maintenance|\.)/;

/**
 * Makes this process create files that only its user can read, and restricts files that earlier versions left readable:
 * the folder itself, the folders and files directly in it, and the files of a database elsewhere. A folder that
 * contains other things as well (such as `DATA_DIR=/var/lib`) keeps its mode.
 */
export function keepPrivate(dataDir: string, databasePath: string | undefined): void {
  process.umask(PRIVATE_UMASK);
  const entries = readdirSync(dataDir);
  const own = entries.filter((name) => OWN_ENTRY.test(name)).map((name) => join(dataDir, name));
  const database = databasePath ? ["", "-wal", "-shm"].map((suffix) => databasePath + suffix) : [];
  for (const path of [...own, ...database]) close(path);
  if (own.length === entries.length) close(dataDir);
}

/** Only the owner may change a mode; files of other users were opened on purpose. */
function close(path: string): void {
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info || info.uid !== process.getuid?.()) return;
  const mode = info.isDirectory() ? FOLDER_MODE : FILE_MODE;
  if ((info.mode & 0o777) !== mode) chmodSync(path, mode);
}

/**
 * Returns a file's text; if it does not exist, creates it from the result of `create`, atomically and durably. If
 * several processes do so, one succeeds and all return the same. Throws the file system's errors.
 */
export function createOnce(path: string, create: () => string): string {
  const known = readIfThere(path);
  if (known !== undefined) return known;
  const draft = `${path}.${randomUUID()}`;
  try {
    writeSynced(draft, create());
    publish(draft, path);
    syncFolder(dirname(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, "utf8");
}

/** File systems without hard links. */
const NO_LINKS = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"]);

/** Unlike renaming, linking does not replace a file that another process has just created. */
function publish(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    renameSync(draft, path);
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function writeSynced(path: string, text: string): void {
  const file = openSync(path, "wx", 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

const KEY_BYTES = 48;

export const newSecret = (): string => randomBytes(KEY_BYTES).toString("base64url");

/** The secrets in the text of a file, one a line: the current one first, then former ones. */
export const secretsIn = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The secrets in a file; none if it does not exist. Throws the file system's errors. */
export const readSecrets = (path: string): string[] => secretsIn(readIfThere(path) ?? "");

/** Replaces the secrets in a file, durably and atomically. */
export function writeSecrets(path: string, secrets: readonly string[]): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeSynced(draft, `${secrets.join("\n")}\n`);
    renameSync(draft, path);
    syncFolder(dirname(path));
  } finally {
    rmSync(draft, { force: true });
  }
}
