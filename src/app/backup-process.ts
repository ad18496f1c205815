import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Backups } from "#features/system/state/backups.ts";

/** The most of a failed command's output that is stored, in characters. */
const MAX_ERROR_CHARS = 1_000;

/** Backups by the operator's command in a process of its own, which takes no time from readers. */
export const backupProcess = (dataDir: string, programs: string): Backups => ({
  folder: join(dataDir, "backups"),
  dataDir,
  run: (place) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [join(programs, "cli.js"), "backup", place], {
        stdio: ["ignore", "ignore", "pipe"],
      });
      let output = "";
      child.once("error", reject);
      child.stderr?.on("data", (chunk: Buffer) => {
        if (output.length < MAX_ERROR_CHARS) output += chunk;
      });
      child.once("close", (code, signal) => {
        if (code === 0) resolve();
        else reject(new Error(output.trim().slice(0, MAX_ERROR_CHARS) || `The command ended with ${signal ?? code}.`));
      });
    }),
});
