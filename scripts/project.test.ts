import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Record<string, string> };

/** The packages that a file imports before it runs, itself or by its own imports. */
function packagesOf(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const imports = readFileSync(path, "utf8").matchAll(/^import\b[^;(]*?"([^"]+)";$/gm);
  return [...imports].flatMap(([, from = ""]) => {
    if (from.startsWith("node:")) return [];
    return from.startsWith(".") ? packagesOf(join(dirname(path), from), seen) : [from];
  });
}

test.each(Object.entries(scripts))(
  "npm run %s starts on a fresh clone, where no package is installed",
  (_name, line) => {
    const program = line.match(/scripts\/[\w-]+\.mjs/)?.[0] ?? "";
    expect(packagesOf(join(ROOT, program))).toEqual([]);
  },
);
