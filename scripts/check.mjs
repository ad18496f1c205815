/** `npm run check`: format and lint, types, module boundaries, file names, promises and their tests, commit subjects, dead code. */
import { spawn } from "node:child_process";
import { ensureInstalled, environment, ROOT } from "./project.mjs";

ensureInstalled({ withTools: true });

const CHECKS = [
  ["format and lint", "biome", ["check", "--error-on-warnings", "."]],
  ["types", "tsc", ["--noEmit"]],
  [
    "walls",
    "depcruise",
    ["--config", ".dependency-cruiser.cjs", "src", "migrations", "test", "demo", "clients", "examples"],
  ],
  ["what a browser loads", "depcruise", ["--config", ".dependency-cruiser.browser.cjs", "src"]],
  ["file names and sizes", "node", ["scripts/check-structure.mjs"]],
  ["tables and engines", "node", ["scripts/check-database.mjs"]],
  ["linear patterns", "node", ["scripts/check-patterns.mjs"]],
  ["promises and their tests", "node", ["scripts/check-promises.mjs"]],
  ["commit subjects", "node", ["scripts/check-commits.mjs"]],
  ["decision records", "node", ["scripts/decisions.mjs"]],
  ["packages", "node", ["scripts/check-packages.mjs"]],
  ["dead code", "knip", []],
];

/** Runs one check; its output is buffered and shown only if it failed, so that failures do not interleave. */
function check([name, program, args]) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: ROOT, env: environment });
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    child.on("error", (error) => resolve({ name, passed: false, output: error.message }));
    child.on("exit", (code) => resolve({ name, passed: code === 0, output: Buffer.concat(output).toString() }));
  });
}

const results = await Promise.all(CHECKS.map(check));
for (const { name, passed, output } of results) {
  process.stdout.write(`${passed ? "ok    " : "FAILED"}  ${name}\n`);
  if (!passed) process.stdout.write(`${output}\n`);
}
process.exit(results.every(({ passed }) => passed) ? 0 : 1);
