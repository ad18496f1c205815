import { open } from "node:fs/promises";

/** Syncs a file, or the names in a folder, to disk, so that they survive a power cut. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
