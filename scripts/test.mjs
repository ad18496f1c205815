/**
 * `npm test`: everything it needs, then unit tests, the server suite on every engine, and the browser journeys. Prints
 * `N passed, N failed` as its last line.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { ensureBuilt, ensureInstalled, ROOT, run } from "./project.mjs";

ensureInstalled({ withTools: true });
ensureBrowser();
ensureBuilt();

const RESULTS = join(ROOT, ".cache", "test-results");
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const read = (name) => {
  const path = join(RESULTS, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
};

/** Journeys that passed only when retried, by file and title. */
function flakyTitles(suites) {
  return suites.flatMap(({ file, specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === "flaky"))
      .map(({ title }) => `${file} › ${title}`),
    ...flakyTitles(inner),
  ]);
}

const serverPassed = run("vitest", [
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${join(RESULTS, "server.json")}`,
]);
const server = read("server.json");
const journeysPassed = run("playwright", ["test"]);
const journeys = read("journeys.json");

const passed = (server?.numPassedTests ?? 0) + (journeys?.stats.expected ?? 0) + (journeys?.stats.flaky ?? 0);
const skipped = (server?.numPendingTests ?? 0) + (journeys?.stats.skipped ?? 0);
const flaky = flakyTitles(journeys?.suites ?? []);
let failed = (server?.numFailedTests ?? 0) + (journeys?.stats.unexpected ?? 0);
// A runner that failed without a failed test (a file that does not load, a crash) is a failure all the same.
if (failed === 0 && !(serverPassed && journeysPassed)) failed = 1;
for (const title of flaky) process.stdout.write(`flaky: ${title}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
process.exit(failed === 0 ? 0 : 1);
