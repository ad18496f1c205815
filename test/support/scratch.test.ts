import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hasMemoryDisk } from "./scratch.ts";
import { canMountDisks } from "./small-disk.ts";

test.skipIf(!canMountDisks || !hasMemoryDisk())(
  "a run that was killed with a small disk mounted does not stop the next one",
  () => {
    const killed = spawnSync(process.execPath, ["--version"]).pid;
    const folder = `/dev/shm/jarida-tests-${process.getuid?.()}-${killed}`;
    const disk = join(folder, "jarida-disk-1");
    mkdirSync(disk, { recursive: true });
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]);
    onTestFinished(() => {
      if (existsSync(folder)) execFileSync("umount", ["--lazy", disk]);
    });

    const { TMPDIR: _, ...env } = process.env;
    execFileSync(process.execPath, ["-e", `require("./test/support/scratch.ts").keepScratchInMemory()`], { env });

    expect(existsSync(folder)).toBe(false);
  },
);
