import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { recordEvent } from "#features/events/commands.ts";
import type { Downloads } from "#features/identity/credentials/downloads.ts";
import type { Owner } from "#features/identity/credentials/password.ts";
import { NotFoundError } from "#shared/errors.ts";
import type { BackupStore } from "./backups.ts";
import type { SystemState } from "./endpoints.ts";
import { OWN_FOLDER } from "./rules.ts";

/** Files that are read ahead of a download. */
const FILES_AHEAD = 2;
const MAX_KNOWN = 200;

/** The kind of these downloads, and the permission they need. */
const BACKUP = { kind: "backup", needs: "system.manage" } as const;
const MANIFEST = "manifest.json";
/** The signing key, which is part of backups that an operator or an earlier version made. It is never handed out. */
const SECRET = "secret";

/** The other fields are handed out as they are. */
const manifest = z.looseObject({
  madeAt: z.iso.datetime(),
  files: z.array(z.looseObject({ name: z.string(), size: z.number() })),
});
type ListedBackup = SystemState["backups"][number];

/** The backups in the folder of this machine, and their downloads. Throws NotFoundError for any other name. */
export function backupDownloads({ clock, backups, downloads }: BackupStore & { downloads: Downloads }) {
  /** A complete backup never changes. */
  const known = new LRUCache<string, ListedBackup>({ max: MAX_KNOWN });

  const readManifest = async (name: string) => {
    const text = await readFile(join(backups.folder, name, MANIFEST), "utf8").catch(() => undefined);
    return manifest.safeParse(jsonOf(text));
  };
  const read = async (name: string): Promise<ListedBackup[]> => {
    const cached = known.get(name);
    if (cached) return [cached];
    const parsed = await readManifest(name);
    // A folder without a manifest is not a backup.
    if (!parsed.success) return [];
    const { madeAt, files } = parsed.data;
    const found = { name, at: madeAt, bytes: files.reduce((sum, { size }) => sum + size, 0) };
    known.set(name, found);
    return [found];
  };
  const list = async (): Promise<ListedBackup[]> => {
    const names = await readdir(backups.folder).catch(() => []);
    const own = names.filter((name) => OWN_FOLDER.test(name)).toSorted();
    return (await Promise.all(own.toReversed().map(read))).flat();
  };
  const find = async (name: string): Promise<string> => {
    if (!(await list()).some((backup) => backup.name === name))
      throw new NotFoundError("backup_not_found", "Backup not found on this machine.");
    return name;
  };

  /** Packs what the manifest names, and nothing else that is in the folder. */
  const pack = async (name: string): Promise<Readable> => {
    const { files, ...facts } = manifest.parse((await readManifest(name)).data);
    const own = files.filter((file) => file.name !== SECRET);
    const { packTar } = await import("modern-tar/fs");
    return packTar(
      [
        ...own.map((file) => ({
          type: "file" as const,
          source: join(backups.folder, name, file.name),
          target: `${name}/${file.name}`,
        })),
        { type: "content", target: `${name}/${MANIFEST}`, content: JSON.stringify({ ...facts, files: own }, null, 1) },
      ],
      { concurrency: FILES_AHEAD },
    );
  };

  return {
    list,
    /** Returns a token for one download. */
    async allow(name: string, owner: Owner): Promise<string> {
      return downloads.allow(owner, { ...BACKUP, name: await find(name) });
    },
    /** The backup of a token as a tar archive, without the key. Records who opened it. Throws ForbiddenError. */
    async open(token: string, address: string): Promise<{ name: string; stream: Readable }> {
      const name = await downloads.redeem({ token, address, ...BACKUP }, async (trx, by, opened) => {
        const changes = { place: { to: opened } };
        const subject = { kind: "publication" } as const;
        await recordEvent(trx, clock, { by, action: "backup.download", subject, changes });
      });
      return { name, stream: await pack(await find(name)) };
    },
  };
}
export type BackupDownloads = ReturnType<typeof backupDownloads>;

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
