import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";

/**
 * Where uploaded and generated files live. Names are relative paths made by the program, never by a user.
 * `put` is atomic: a file is there whole or not at all.
 */
export type Storage = {
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Null where there is no such file. `size` in bytes. */
  read: (name: string) => Promise<{ size: number; stream: Readable } | null>;
  /** Removes every file below a folder; nothing happens where there is none. */
  removeFolder: (name: string) => Promise<void>;
};

/** Files in a folder of the local disk. */
export function localStorage(root: string): Storage {
  return {
    async put(name, bytes) {
      const path = join(root, name);
      const partial = `${path}.${process.pid}.part`;
      await mkdir(dirname(path), { recursive: true });
      try {
        const file = await open(partial, "w");
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    async read(name) {
      const path = join(root, name);
      const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
        throw error;
      });
      return info?.isFile() ? { size: info.size, stream: createReadStream(path) } : null;
    },
    removeFolder: (name) => rm(join(root, name), { recursive: true, force: true }),
  };
}
