import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const PRIVATE_UMASK = 0o077;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** What a publication stores in its folder. */
const OWN_ENTRY = /^(secret|jarida\.db|media|outbox|\.)/;

/**
 * Makes this process create files that only its user can read. Files that earlier versions left readable are
 * restricted: the folder itself, the folders and files directly in it, and the files of a database elsewhere. A folder
 * that holds other things as well (`DATA_DIR=/var/lib` for example) keeps its mode.
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
