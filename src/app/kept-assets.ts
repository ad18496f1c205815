import { randomUUID } from "node:crypto";
import { chmod, copyFile, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";

/** The folder in `DATA_DIR` with the browser files of this and former releases. */
export const keptAssetsIn = (dataDir: string): string => join(dataDir, "assets");

/** How long the files of a release are kept after its last day in service, in milliseconds. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * Copies the hashed files of a browser build to `kept`, so that tabs that readers opened before an update find theirs in
 * the following week, and removes those whose week is over. Each file has the time of its last use as its own. May be
 * interrupted, and run by several processes concurrently.
 */
export async function keepAssets(clientDir: string, kept: string, now = Date.now()): Promise<void> {
  const source = join(clientDir, "assets");
  await mkdir(kept, { recursive: true, mode: FOLDER_MODE });
  const time = new Date(now);
  for (const path of await filesOf(source)) {
    const to = join(kept, path);
    if ((await sizeOf(to)) !== (await sizeOf(join(source, path)))) {
      const partial = `${to}.${randomUUID()}.part`;
      await mkdir(join(to, ".."), { recursive: true, mode: FOLDER_MODE });
      await copyFile(join(source, path), partial);
      await chmod(partial, FILE_MODE);
      await rename(partial, to);
    }
    await utimes(to, time, time);
  }
  for (const path of await filesOf(kept)) {
    const file = join(kept, path);
    const info = await stat(file).catch(() => undefined);
    if (info && info.mtimeMs < now - KEPT_MS) await rm(file, { force: true });
  }
}

const sizeOf = async (path: string): Promise<number | undefined> => (await stat(path).catch(() => undefined))?.size;

/** The paths of all files below a folder. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
