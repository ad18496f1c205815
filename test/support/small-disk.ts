import { execFileSync } from "node:child_process";
import { chownSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A separate file system that can be filled to the last byte. */
export type SmallDisk = { folder: string; fill: () => void; free: () => void; unmount: () => void };

const BLOCK = Buffer.alloc(4096, 1);

/** Mounts a small disk in memory; null if this user may not. `owner` is a user's id. */
function mountSmallDisk(megabytes: number, owner?: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), "jarida-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    // Mounting needs privileges that a test machine may not have.
    rmSync(folder, { recursive: true });
    return null;
  }
  if (owner !== undefined) chownSync(folder, owner, owner);
  const ballast = join(folder, ".ballast");
  return {
    folder,
    fill: () => fillUp(ballast),
    free: () => rmSync(ballast, { force: true }),
    unmount() {
      execFileSync("umount", ["--lazy", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether this user may mount disks. */
export const canMountDisks = (() => {
  const disk = mountSmallDisk(1);
  disk?.unmount();
  return disk !== null;
})();

/** The user that the tests' PostgreSQL runs as, if the tests run as root: "nobody". */
export const POSTGRES_USER = process.getuid?.() === 0 ? 65_534 : undefined;

/** A small disk that is unmounted when the test ends. Only where disks can be mounted. */
export function mountForTest(megabytes: number, owner?: number): SmallDisk {
  const disk = mountSmallDisk(megabytes, owner);
  if (!disk) throw new Error("Nothing can be mounted here.");
  onTestFinished(disk.unmount);
  return disk;
}

function fillUp(path: string): void {
  const file = openSync(path, "a");
  try {
    for (;;) writeSync(file, BLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
}
