import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { OWN_FOLDER } from "#features/system/state/rules.ts";
import { objectStorage } from "#platform/object-storage.ts";
import type { BucketSettings } from "#platform/object-store.ts";
import { type BackupPlace, bucketPlace, folderPlace, MANIFEST } from "./backup-place.ts";

/** Backups next to each other, each with the time of its start at the end of its name. */
export type BackupSeries = {
  /** As the operator wrote it. */
  name: string;
  place: (name: string) => BackupPlace;
  /** The names of complete backups in any order. Anything else there is the operator's own. */
  list: () => Promise<string[]>;
  /** Removes a backup, its manifest first: an interrupted removal leaves no complete one. */
  remove: (name: string) => Promise<void>;
};

/** Backups as folders of `folder`, with names of one form. */
export function folderSeries(folder: string, form = OWN_FOLDER): BackupSeries {
  return {
    name: folder,
    place: (name) => folderPlace(join(folder, name)),
    async list() {
      if (!existsSync(folder)) return [];
      return (await readdir(folder)).filter((name) => form.test(name) && existsSync(join(folder, name, MANIFEST)));
    },
    async remove(name) {
      await rm(join(folder, name, MANIFEST), { force: true });
      await rm(join(folder, name), { recursive: true, force: true });
    },
  };
}

/** Backups below a prefix of a bucket, which ends in a slash. */
export function bucketSeries(name: string, settings: BucketSettings, prefix: string, scratch: string): BackupSeries {
  const files = objectStorage(settings, { prefix });
  return {
    name,
    place: (backup) => bucketPlace(`${name}/${backup}`, settings, `${prefix}${backup}/`, scratch),
    async list() {
      const names: string[] = [];
      for await (const file of files.list()) {
        const [backup = "", rest] = file.name.split("/");
        if (rest === MANIFEST && OWN_FOLDER.test(backup)) names.push(backup);
      }
      return names;
    },
    async remove(backup) {
      await files.remove(`${backup}/${MANIFEST}`);
      await files.removeFolder(backup);
    },
  };
}

/** Removes all but the newest backups of a series; returns how many it removed. */
export async function removeOldBackups(series: BackupSeries, kept: number): Promise<number> {
  const old = byTime(await series.list()).slice(0, -kept);
  for (const name of old) await series.remove(name);
  return old.length;
}

/** The name of the newest complete backup; undefined if there is none. */
export const newestBackup = async (series: BackupSeries): Promise<string | undefined> =>
  byTime(await series.list()).at(-1);

const TIME = /\d{4}-\d\d-\d\dT/;
const timeIn = (name: string): string => name.slice(name.search(TIME));
const byTime = (names: string[]): string[] =>
  names.toSorted((one, other) => timeIn(one).localeCompare(timeIn(other), "en"));
