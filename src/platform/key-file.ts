import { randomBytes, randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const KEY_BYTES = 48;

/** A new random secret. */
export const newSecret = (): string => randomBytes(KEY_BYTES).toString("base64url");

/** The secrets in the text of a file, one a line: the current one first, then those before it. */
export const secretsIn = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The secrets in a file; none where there is no file. Throws the file system's errors. */
export function readSecrets(path: string): string[] {
  try {
    return secretsIn(readFileSync(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Replaces the secrets in a file, durably and at once: whoever reads it, or is killed, finds the old or the new ones. */
export function writeSecrets(path: string, secrets: readonly string[]): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = openSync(draft, "wx", 0o600);
    try {
      writeFileSync(file, `${secrets.join("\n")}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
    const folder = openSync(dirname(path), "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}
