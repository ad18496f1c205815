import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** The path of a file of a publication's own texts, which is removed when the test ends. */
export function publicationFileOf(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-publication-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "own.json");
  writeFileSync(path, content);
  return path;
}
