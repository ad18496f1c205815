/**
 * Every regular expression of the server and of the browsers must take linear time, whatever the text: one that does
 * not blocks everybody, and a long text is easily sent. What the analysis cannot decide, or what is only ever matched
 * against short text, is listed in `EXCEPTIONS` with the reason.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isLinear, patternsIn } from "./patterns.mjs";
import { ROOT } from "./project.mjs";

/** @type {{ file: string, pattern: string, reason: string }[]} */
const EXCEPTIONS = [
  {
    file: "src/env.ts",
    pattern: "/^(?:([^<>\\p{Cc}]{0,100}?)\\s*<([^\\s@<>,]+@[^\\s@<>,]+)>|([^\\s@<>,]+@[^\\s@<>,]+))$/u",
    reason: "A setting of the operator's, read once at the start.",
  },
];
/** Reads the first edition's own files and nothing from outside. */
const OWN_INPUT = /^src\/app\/demo\//;

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "src", "public"], {
  cwd: ROOT,
  encoding: "utf8",
});
const files = listed
  .split("\n")
  .filter((path) => /\.(tsx?|mjs|js)$/.test(path) && !/\.test\.tsx?$/.test(path) && !OWN_INPUT.test(path));
const used = new Set();
const problems = [];

for (const file of files.filter((path) => existsSync(join(ROOT, path)))) {
  for (const { line, pattern, isLiteral } of patternsIn(file, readFileSync(join(ROOT, file), "utf8")))
    judge(file, line, pattern, isLiteral);
}

function judge(file, line, pattern, isLiteral) {
  const exception = EXCEPTIONS.find((other) => other.file === file && other.pattern === pattern);
  if (isLiteral && isLinear(pattern)) {
    if (exception) problems.push(`${file}:${line}: ${pattern} needs no exception`);
    return;
  }
  if (exception) used.add(exception);
  else if (!isLiteral) problems.push(`${file}:${line}: ${pattern} is made while running and cannot be judged`);
  else problems.push(`${file}:${line}: ${pattern} may take more than linear time`);
}

for (const exception of EXCEPTIONS)
  if (!used.has(exception)) problems.push(`${exception.file}: the exception ${exception.pattern} is no longer needed`);

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
