import { fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import type { ImportProcess } from "#features/transfer/imports/jobs.ts";
import { SourceError } from "#features/transfer/sources/items.ts";

/** The most of a failed command's output that is logged, in characters. */
const MAX_ERROR_CHARS = 1_000;
/** The process's limit of memory, in MiB: a file that needs more ends it, and nothing else. */
const MAX_MEMORY_MB = 256;
/** A process that reports nothing for this time is caught in one text of the file. */
const SILENCE_MS = 60_000;
/** How long a stopped process has for the step that it is in. */
const STOP_MS = 10_000;
/** How the process ends when it runs out of memory, or when its engine fails. */
const FATAL: ReadonlySet<NodeJS.Signals | null> = new Set(["SIGABRT", "SIGTRAP", "SIGILL", "SIGSEGV", "SIGBUS"]);

/** What the process reports, every half a second, and at its end. */
export type ImportMessage = { live: [number, { done: number; total: number }][]; waiting?: [number, string][] };

type Settings = { maxMemoryMb?: number; silenceMs?: number };

/**
 * Works on imports by the operator's command in a process of its own, which takes no time from readers: decoding and
 * converting a file keeps a thread busy. It ends with this one.
 */
export const importProcess =
  (programs: string, { maxMemoryMb = MAX_MEMORY_MB, silenceMs = SILENCE_MS }: Settings = {}): ImportProcess =>
  async ({ signal, onProgress }) => {
    const child = fork(join(programs, "cli.js"), ["import", "work"], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      execArgv: [`--max-old-space-size=${maxMemoryMb}`, "--max-semi-space-size=8"],
    });
    // Readers come first where processors are few.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    let output = "";
    let isSilent = false;
    const watch = setTimeout(() => {
      isSilent = true;
      child.kill("SIGKILL");
    }, silenceMs);
    let stopping: NodeJS.Timeout | undefined;
    const stop = () => {
      child.kill();
      stopping = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    };
    signal.addEventListener("abort", stop, { once: true });
    child.stderr?.on("data", (chunk: Buffer) => {
      process.stderr.write(chunk);
      output = (output + chunk).slice(-MAX_ERROR_CHARS);
    });
    child.on("message", ({ live, waiting }: ImportMessage) => {
      watch.refresh();
      onProgress(new Map(live), new Map(waiting));
    });
    try {
      const end = await new Promise<{ code: number | null; killed: NodeJS.Signals | null }>((resolve, reject) => {
        child.once("error", reject);
        child.once("close", (code, killed) => resolve({ code, killed }));
      });
      if (signal.aborted || end.code === 0) return;
      if (isSilent) throw new SourceError(SLOW);
      if (FATAL.has(end.killed)) throw new SourceError(tooLarge(maxMemoryMb), { cause: new Error(output) });
      throw new Error(output.trim() || `The process of imports ended with ${end.killed ?? end.code}.`);
    } finally {
      clearTimeout(watch);
      clearTimeout(stopping);
      signal.removeEventListener("abort", stop);
    }
  };

const SLOW = "A text of the file takes too long to read. Export the file again, or leave the text out.";
const tooLarge = (megabytes: number) =>
  `The file cannot be read within ${megabytes} MiB of memory. Split it into smaller files, and import them one after another.`;
