import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { recordEntry } from "#features/audit/commands.ts";
import { type Secrets, signedTokens } from "#platform/keys.ts";
import type { Actor } from "#shared/actor.ts";
import { ForbiddenError, NotFoundError } from "#shared/errors.ts";
import type { BackupStore } from "./backups.ts";
import type { SystemState } from "./endpoints.ts";
import { OWN_FOLDER } from "./rules.ts";

/** Long enough to follow the link that was just created, in seconds. */
const LINK_SECONDS = 60;
/** Files that are read ahead of a download. */
const FILES_AHEAD = 2;
const MAX_KNOWN = 200;

const manifest = z.object({ madeAt: z.iso.datetime(), files: z.array(z.object({ size: z.number() })) });
type ListedBackup = SystemState["backups"][number];

/** The backups in the folder of this machine, and their downloads. Throws NotFoundError for any other name. */
export function backupDownloads(store: BackupStore & Secrets & { siteUrl: string }) {
  const { clock, database, backups } = store;
  const tokens = signedTokens("backup", { ...store, issuer: store.siteUrl });
  /** A complete backup never changes. */
  const known = new LRUCache<string, ListedBackup>({ max: MAX_KNOWN });

  const read = async (name: string): Promise<ListedBackup[]> => {
    const cached = known.get(name);
    if (cached) return [cached];
    const text = await readFile(join(backups.folder, name, "manifest.json"), "utf8").catch(() => undefined);
    const parsed = manifest.safeParse(jsonOf(text));
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

  return {
    list,
    /** Returns a token for one download, and records who asked for it. */
    async allow(name: string, by: Actor): Promise<string> {
      await find(name);
      const changes = { place: { to: name } };
      const subject = { kind: "publication" } as const;
      await recordEntry(database.db, clock, { by, action: "backup.download", subject, changes });
      const iat = Math.floor(clock.now() / 1_000);
      return tokens.sign({ iat, exp: iat + LINK_SECONDS, name });
    },
    /** The backup of a valid token as a tar archive. Throws ForbiddenError for any other text. */
    async open(token: string): Promise<{ name: string; stream: Readable }> {
      const name = (await tokens.verify(token))?.name;
      if (typeof name !== "string")
        throw new ForbiddenError("download_expired", "The download has expired. Start it again at Settings → System.");
      const folder = join(backups.folder, await find(name));
      const { packTar } = await import("modern-tar/fs");
      const stream = packTar([{ type: "directory", source: folder, target: name }], { concurrency: FILES_AHEAD });
      return { name, stream };
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
