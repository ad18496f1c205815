import { readTypefaces } from "#features/settings/appearance/typefaces/queries.ts";
import { ImageError } from "#platform/images.ts";
import type { StoredFile } from "#platform/storage.ts";
import { DAY } from "#shared/time.ts";
import { makeVariants, type PictureStore } from "../commands.ts";
import { hasPictures, nextWithoutVariants, recordedKeys, removedSince } from "../queries.ts";
import { PICTURE_KEY } from "../rules.ts";

/** Files checked in one round. */
const MAX_SWEPT_FILES = 1_000;
/** A more recent file without a row may belong to an upload in progress or a backup being restored. */
const MIN_ORPHAN_AGE_MS = DAY;
/**
 * This many orphaned pictures may be left over from crashes; if there are more, and more than known ones, the store
 * belongs to another database.
 */
const MAX_EXPECTED_ORPHANS = 10;
/**
 * The files of a picture are deleted repeatedly for this long after its takedown: another process may still write one.
 */
const REMOVAL_WINDOW_MS = 60 * 60_000;
const PARTIAL = /\.part$/;

type SweepStore = Omit<PictureStore, "images">;
export type UpkeepLog = { warn: (details: object, message: string) => void };

/**
 * Makes missing variants, newest picture first, until there are none. Started every few seconds; a crash in between
 * costs nothing, as the rows record what is left to do.
 */
export async function makeMissingVariants(
  store: PictureStore,
  log: UpkeepLog,
  isStopping: () => boolean,
): Promise<void> {
  const failed: number[] = [];
  while (!isStopping()) {
    const row = await nextWithoutVariants(store.database.db, failed);
    if (!row) return;
    try {
      await makeVariants(store, row);
    } catch (error) {
      if (isStopping()) return;
      if (!(error instanceof ImageError)) throw error;
      // Retried in the next round; until then the master is served.
      log.warn({ err: error, picture: row.key }, "variants of a picture could not be made");
      failed.push(row.id);
    }
  }
}

/** Removes files of taken-down pictures left by a crash or by another process. */
export async function finishRemovals({ database, storage, clock }: SweepStore): Promise<void> {
  for (const key of await removedSince(database.db, clock.now() - REMOVAL_WINDOW_MS)) await storage.removeFolder(key);
}

/**
 * Looks for files without a picture, left behind by a process killed between writing file and row, and removes them
 * when they are a day old. Each call checks the next files, at most a thousand, and starts over after the last. If most
 * pictures of a batch are unknown to the database, nothing is removed.
 */
export function createOrphanSweep({ database, storage, clock }: SweepStore, log: UpkeepLog): () => Promise<void> {
  let files: AsyncIterator<StoredFile> | undefined;

  const next = async (): Promise<StoredFile[]> => {
    files ??= storage.list()[Symbol.asyncIterator]();
    const batch: StoredFile[] = [];
    while (batch.length < MAX_SWEPT_FILES) {
      const { done, value } = await files.next();
      if (done) {
        files = undefined;
        break;
      }
      batch.push(value);
    }
    return batch;
  };

  return async () => {
    if (!(await hasPictures(database.db))) return;
    const batch = await next().catch((error: unknown) => {
      files = undefined;
      throw error;
    });
    const old = batch.filter(({ changedAt }) => changedAt < clock.now() - MIN_ORPHAN_AGE_MS);
    const keys = new Set(old.map(({ name }) => keyOf(name)).filter((key) => PICTURE_KEY.test(key)));
    const known = await recordedKeys(database.db, [...keys]);
    // Typefaces are stored in the same way, and swept with the pictures.
    for (const { key } of await readTypefaces(database.db)) known.add(key);
    const orphans = [...keys].filter((key) => !known.has(key));
    if (orphans.length > Math.max(known.size, MAX_EXPECTED_ORPHANS)) {
      log.warn(
        { folders: orphans.length },
        "most files of the picture store are unknown to the database, so none are removed",
      );
      return;
    }
    for (const key of orphans) {
      await storage.removeFolder(key);
      log.warn({ picture: key }, "orphaned picture files were removed");
    }
    for (const { name } of old) if (PARTIAL.test(name) && known.has(keyOf(name))) await storage.remove(name);
  };
}

const keyOf = (name: string): string => name.split("/")[0] ?? "";
