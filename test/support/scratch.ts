import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** Linux's disk in memory. */
const MEMORY_DISK = "/dev/shm";
/** Four times what the server suite needs at most: where there is less, as in most containers, disks are used. */
const MIN_FREE_BYTES = 1024 ** 3;
const NAME = `jarida-tests-${process.getuid?.() ?? 0}-`;

/**
 * Makes this process and those that it starts keep temporary files in memory, where there is such a disk: databases by
 * the thousand are made and removed, which takes a disk's file system a tenth of a second of processor time each.
 */
export function keepScratchInMemory(): void {
  if (process.env.TMPDIR || !hasMemoryDisk()) return;
  for (const name of readdirSync(MEMORY_DISK)) if (isLeftOver(name)) removeLeftOver(join(MEMORY_DISK, name));
  const folder = join(MEMORY_DISK, NAME + process.pid);
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  process.once("exit", () => remove(folder));
}

/** Whether temporary files can be kept in memory: there is such a disk, and enough room in it. */
export function hasMemoryDisk(): boolean {
  if (!existsSync(MEMORY_DISK)) return false;
  const { bavail, bsize } = statfsSync(MEMORY_DISK);
  return bavail * bsize >= MIN_FREE_BYTES;
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

/**
 * Removes the folder of a run that was killed, which has left its small disks mounted (test/support/small-disk.ts). What
 * cannot be removed is named and stays: it is no reason to run nothing.
 */
function removeLeftOver(folder: string): void {
  for (const disk of disksBelow(folder)) spawnSync("umount", ["--lazy", disk]);
  try {
    remove(folder);
  } catch (error) {
    process.emitWarning(`${folder}, left over from a killed run, cannot be removed: ${error}`);
  }
}

function disksBelow(folder: string): string[] {
  const mountPoints = readFileSync("/proc/self/mounts", "utf8").matchAll(/^\S+ (\S+) /gm);
  return Array.from(mountPoints, ([, path = ""]) => path).filter((path) => path.startsWith(`${folder}/`));
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });
