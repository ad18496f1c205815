import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Returns a file's text; if it does not exist, creates it from the result of `create`, atomically and durably. If
 * several processes do so at once, one succeeds and all return the same. Throws the file system's errors.
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

/** Unlike renaming, linking does not replace what another process has created meanwhile. */
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
