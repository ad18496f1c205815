import { fork } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Exporter } from "#features/transfer/exports/commands.ts";
import type { Progress } from "#features/transfer/exports/export.ts";
import type { ExportReport } from "#features/transfer/exports/rules.ts";

/** The most of a failed command's output that is stored, in characters. */
const MAX_ERROR_CHARS = 1_000;

/** What the command reports to the process that started it. */
export type ExportMessage = Progress | { bytes: number; report: ExportReport };

/** Exports by the operator's command in a process of its own, which takes no time from readers. It ends with this one. */
export const exportProcess = (dataDir: string, programs: string): Exporter => {
  const folder = join(dataDir, "exports");
  return {
    folder,
    async run({ format, withSubscribers }, path, { signal, onProgress }) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // A zip of an interrupted run.
      await rm(path, { force: true });
      const args = ["export", format, path, "--report", ...(withSubscribers ? ["--subscribers"] : [])];
      const child = fork(join(programs, "cli.js"), args, { stdio: ["ignore", "ignore", "pipe", "ipc"], execArgv: [] });
      const end = () => void child.kill();
      signal.addEventListener("abort", end, { once: true });
      let output = "";
      let made: { bytes: number; report: ExportReport } | undefined;
      child.stderr?.on("data", (chunk: Buffer) => {
        if (output.length < MAX_ERROR_CHARS) output += chunk;
      });
      child.on("message", (message: ExportMessage) => {
        if ("report" in message) made = message;
        else onProgress(message);
      });
      try {
        await new Promise<void>((resolve, reject) => {
          child.once("error", reject);
          child.once("close", (code, killed) => {
            if (code === 0) resolve();
            else
              reject(new Error(output.trim().slice(0, MAX_ERROR_CHARS) || `The command ended with ${killed ?? code}.`));
          });
        });
      } finally {
        signal.removeEventListener("abort", end);
        if (!made) for (const rest of ["", ".partial", ...COPIES]) await rm(path + rest, { force: true });
      }
      if (!made) throw new Error("The command ended without a report.");
      return made;
    },
  };
};

/** The copy of the database that a killed command leaves behind. */
const COPIES = ["", "-wal", "-shm"].map((suffix) => `.database${suffix}`);
