import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findProgram } from "./find-program.ts";

const NOBODY = 65_534;
const setpriv = findProgram("setpriv");

/** Only root can run something as another user; root itself may write every file and has every priority. */
export const HAS_OTHER_USER = process.getuid?.() === 0 && setpriv !== null;

/** A program in `folder` that runs Node as another user, with its priority lowered by `nice`. */
export function nodeOfOtherUser(folder: string, nice = 0): string {
  const path = join(folder, "node-of-other-user");
  const user = `${setpriv} --reuid=${NOBODY} --regid=${NOBODY} --clear-groups`;
  writeFileSync(path, `#!/bin/sh\nexec nice -n ${nice} ${user} ${process.execPath} "$@"\n`);
  chmodSync(folder, 0o755);
  chmodSync(path, 0o755);
  return path;
}

/** Gives a folder and all that is in it to that user. */
export const giveToOtherUser = (folder: string): Buffer => execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, folder]);
