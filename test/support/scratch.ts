import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** Linux's disk in memory. */
const MEMORY_DISK = "/dev/shm";
/** Four times what the server suite needs at most: where there is less, as in most containers, disks are used. */
const LEAST_FREE_BYTES = 1024 ** 3;
const NAME = `jarida-tests-${process.getuid?.() ?? 0}-`;

/**
 * Makes this process and those that it starts keep temporary files in memory, where there is such a disk: databases by
 * the thousand are made and removed, which takes a disk's file system a tenth of a second of processor time each.
 */
export function keepScratchInMemory(): void {
  if (process.env.TMPDIR || !hasRoom()) return;
  for (const name of readdirSync(MEMORY_DISK)) if (isLeftOver(name)) remove(join(MEMORY_DISK, name));
  const folder = join(MEMORY_DISK, NAME + process.pid);
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  process.once("exit", () => remove(folder));
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY_DISK)) return false;
  const { bavail, bsize } = statfsSync(MEMORY_DISK);
  return bavail * bsize >= LEAST_FREE_BYTES;
}

/** Whether the run that made it was killed. */
function isLeftOver(name: string): boolean {
  if (!name.startsWith(NAME)) return false;
  try {
    process.kill(Number(name.slice(NAME.length)), 0);
    return false;
  } catch {
    return true;
  }
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });
