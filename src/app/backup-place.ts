import { createWriteStream, existsSync, readdirSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { objectStorage } from "#platform/object-storage.ts";
import type { BucketSettings } from "#platform/object-store.ts";
import { flush, localStorage, type Storage } from "#platform/storage.ts";
import { CommandError } from "#shared/errors.ts";

export const MANIFEST = "manifest.json";

/** A backup in progress. Names are those of the manifest. */
export type NewBackup = {
  put: Storage["put"];
  /** The path for a file that another program writes; `keep` adds it to the backup. */
  pathFor: (name: string) => string;
  keep: (name: string) => Promise<void>;
  /** Completes the backup, in one step. */
  complete: (manifest: string) => Promise<void>;
  /** Removes temporary files on this machine. */
  abandon: () => Promise<void>;
};

/** Where a backup is, or will be created. */
export type BackupPlace = {
  /** As the operator wrote it. */
  name: string;
  /** Throws CommandError if there is something else. `isOwn` recognizes the names of a backup's files. */
  begin: (isOwn: (name: string) => boolean) => Promise<NewBackup>;
  read: Storage["read"];
  /** The path of a copy of a file on this machine, until `close`. */
  fetch: (name: string) => Promise<string>;
  close: () => Promise<void>;
};

/** A folder; it gets its name once it is complete. */
export function folderPlace(folder: string): BackupPlace {
  const partial = `${folder}.partial`;
  const files = localStorage(partial);
  return {
    name: folder,
    async begin() {
      if (existsSync(folder) && readdirSync(folder).length > 0) throw new CommandError(`${folder} is not empty.`);
      await rm(partial, { recursive: true, force: true });
      await mkdir(dirname(partial), { recursive: true });
      // Private: it contains the subscribers' addresses, and keys.
      await mkdir(partial, { mode: 0o700 });
      return {
        put: files.put,
        pathFor: (name) => join(partial, name),
        keep: (name) => flush(join(partial, name)),
        async complete(manifest) {
          await files.put(MANIFEST, Buffer.from(manifest));
          await rename(partial, folder);
          await flush(dirname(folder));
        },
        abandon: () => rm(partial, { recursive: true, force: true }),
      };
    },
    read: localStorage(folder).read,
    fetch: async (name) => join(folder, name),
    close: async () => undefined,
  };
}

/**
 * A prefix of a bucket. It is a backup once it has a manifest, which is stored last; the next backup replaces what an
 * interrupted one left behind. The database is temporarily stored in `scratch`, a folder of this machine.
 */
export function bucketPlace(name: string, settings: BucketSettings, prefix: string, scratch: string): BackupPlace {
  const files = objectStorage(settings, { prefix });
  const local = (file: string) => join(scratch, file);
  const clear = () => rm(scratch, { recursive: true, force: true });
  const prepare = async () => {
    await clear();
    await mkdir(scratch, { recursive: true, mode: 0o700 });
  };
  return {
    name,
    async begin(isOwn) {
      for await (const file of files.list()) if (!isOwn(file.name)) throw new CommandError(`${name} is not empty.`);
      await prepare();
      return {
        put: files.put,
        pathFor: local,
        keep: (file) => files.putFile(file, local(file)),
        async complete(manifest) {
          await files.put(MANIFEST, Buffer.from(manifest));
          await clear();
        },
        abandon: clear,
      };
    },
    read: files.read,
    async fetch(file) {
      await prepare();
      const found = await files.read(file);
      if (!found) throw new CommandError(`The backup is damaged: ${file} is missing.`);
      await writeFile(local(file), "", { mode: 0o600 });
      await pipeline(found.stream, createWriteStream(local(file)));
      return local(file);
    },
    close: clear,
  };
}
