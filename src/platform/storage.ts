import { randomBytes } from "node:crypto";
import { createReadStream, type Dirent } from "node:fs";
import { mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Readable } from "node:stream";

/** Syncs a file, or the names in a folder, to disk, so that they survive a power cut. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Where uploaded and generated files are stored. Names are relative paths made by the program, never by a user. `put`
 * is atomic, and durable once it is acknowledged.
 */
export type Storage = {
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Null if the file does not exist. `size` in bytes. */
  read: (name: string) => Promise<{ size: number; stream: Readable } | null>;
  /** Removes every file below a folder; does nothing if there is none. */
  removeFolder: (name: string) => Promise<void>;
  /** Every existing file, including incomplete ones, folder by folder. */
  list: () => AsyncIterable<StoredFile>;
  /** Removes one file; does nothing if there is none. */
  remove: (name: string) => Promise<void>;
};

/** `changedAt` in epoch milliseconds, by the store's own clock. */
export type StoredFile = { name: string; changedAt: number };

/** For the process's own user only: they include pictures of drafts, and mails. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Files in a folder of the local disk. */
export function localStorage(root: string): Storage {
  return {
    async put(name, bytes) {
      const path = join(root, name);
      const partial = `${path}.${randomBytes(6).toString("hex")}.part`;
      await makeFolder(dirname(path));
      try {
        const file = await open(partial, "wx", FILE_MODE);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(partial, path);
        await flush(dirname(path));
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    async read(name) {
      const path = join(root, name);
      const info = await unlessMissing(stat(path));
      return info?.isFile() ? { size: info.size, stream: createReadStream(path) } : null;
    },
    removeFolder: (name) => rm(join(root, name), { recursive: true, force: true }),
    list: () => filesBelow(root, ""),
    remove: (name) => rm(join(root, name), { force: true }),
  };
}

/** Creates a folder and its missing parents; their names too survive a power cut. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: FOLDER_MODE });
  if (first === undefined) return;
  const top = dirname(resolve(first));
  for (let folder = resolve(path); folder !== top; folder = dirname(folder)) await flush(dirname(folder));
}

/** Walks a folder entry by entry, whatever its size. */
async function* filesBelow(root: string, folder: string): AsyncGenerator<StoredFile> {
  const entries = await unlessMissing(opendir(join(root, folder)));
  if (!entries) return;
  for await (const entry of entries) yield* filesAt(root, join(folder, entry.name), entry);
}

async function* filesAt(root: string, name: string, entry: Dirent): AsyncGenerator<StoredFile> {
  if (entry.isDirectory()) yield* filesBelow(root, name);
  if (!entry.isFile()) return;
  const info = await unlessMissing(stat(join(root, name)));
  if (info) yield { name, changedAt: info.mtimeMs };
}

/** Null for what does not exist, or no longer does. */
function unlessMissing<T>(found: Promise<T>): Promise<T | null> {
  return found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw error;
  });
}
