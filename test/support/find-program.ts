import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** A program on the path or where Debian installs those of administrators; null where it is missing. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/sbin"];
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
