import { ImageError } from "#platform/image-process.ts";
import { type MediaStore, makeVariants } from "./commands.ts";
import { nextWithoutVariants } from "./queries.ts";

type Log = { warn: (details: object, message: string) => void };

/**
 * Makes the variants that are missing, newest picture first, until there are none. Started every few seconds; a
 * crash in between costs nothing, as the rows say what is left to do.
 */
export async function makeMissingVariants(store: MediaStore, log: Log, isStopping: () => boolean): Promise<void> {
  const failed: number[] = [];
  while (!isStopping()) {
    const row = await nextWithoutVariants(store.database.db, failed);
    if (!row) return;
    try {
      await makeVariants(store, row);
    } catch (error) {
      if (isStopping()) return;
      if (!(error instanceof ImageError)) throw error;
      // Tried again at the next round; the master goes on standing in.
      log.warn({ err: error, picture: row.key }, "variants of a picture could not be made");
      failed.push(row.id);
    }
  }
}
