import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { PRODUCT_VERSION } from "#shared/product-version.ts";

/** The supervisor's message to a process whose successor could not start. */
export type FailedHandOver = { failedHandOver: string };

const FILE = "server.json";
/** While this file is there, servers answer with the maintenance page and open no database. */
const HOLD = "maintenance";

const shape = z.object({
  /** Of the supervisor, which takes the signals. */
  supervisor: z.int(),
  /** Of the process that serves, or the first of its workers. */
  server: z.int(),
  /** The folder of the program. */
  program: z.string(),
  version: z.string(),
  since: z.iso.datetime(),
  /** Why the last hand-over to another release failed. */
  failed: z.object({ at: z.iso.datetime(), reason: z.string() }).optional(),
});
export type RunningServer = z.infer<typeof shape>;

/** The server that wrote its file last; it may have ended since. */
export function readRunning(dataDir: string): RunningServer | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(join(dataDir, FILE), "utf8")));
  } catch {
    // Not there, or of another version: no command can reach that server.
    return undefined;
  }
}

function write(dataDir: string, server: RunningServer): void {
  const path = join(dataDir, FILE);
  writeFileSync(`${path}.${process.pid}`, `${JSON.stringify(server)}\n`);
  renameSync(`${path}.${process.pid}`, path);
}

/**
 * Tells the operator's commands how to reach this server, if it has a supervisor. `onError`: the site is served without
 * it.
 */
export function noteRunning(dataDir: string, program: string, onError: (error: unknown) => void): void {
  if (!process.send) return;
  const running = {
    supervisor: process.ppid,
    server: process.pid,
    program,
    version: PRODUCT_VERSION,
    since: new Date().toISOString(),
  };
  const note = (server: RunningServer) => {
    try {
      write(dataDir, server);
    } catch (error) {
      onError(error);
    }
  };
  note(running);
  process.on("message", (message: Partial<FailedHandOver>) => {
    if (message.failedHandOver !== undefined)
      note({ ...running, failed: { at: new Date().toISOString(), reason: message.failedHandOver } });
  });
}

/** Whether an operator's command holds the database, to restore it. */
export function isHeld(dataDir: string): boolean {
  try {
    readFileSync(join(dataDir, HOLD));
    return true;
  } catch {
    return false;
  }
}

export const hold = (dataDir: string): void => writeFileSync(join(dataDir, HOLD), "");
export const endHold = (dataDir: string): void => rmSync(join(dataDir, HOLD), { force: true });
