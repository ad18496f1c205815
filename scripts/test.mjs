/**
 * `npm test`: everything it needs, then unit tests, the server suite on every engine, and the browser journeys. Prints
 * `N passed, N failed` as its last line.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { setPriority } from "node:os";
import { join, relative } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { ensureBuilt, ensureInstalled, environment, NODE, ROOT, run } from "./project.mjs";

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

/** Journeys of one outcome, by file and title. `flaky`: passed only when retried; `unexpected`: failed. */
function journeysThatWere(outcome, suites) {
  return suites.flatMap(({ file, specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === outcome))
      .map(({ title }) => `${file} › ${title}`),
    ...journeysThatWere(outcome, inner),
  ]);
}

/** Failed tests of Vitest's report, by file and title with the first line of the reason; also files that do not load. */
function failedTests(files) {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [`${file}: ${message.split("\n")[0]}`] : [];
    return failed.map(
      ({ fullName, failureMessages }) => `${file} › ${fullName}: ${failureMessages[0]?.split("\n")[0]}`,
    );
  });
}

// What all journeys begin with is made meanwhile, with what processor time is left: its pictures take most of a minute.
const firstEdition = spawn(NODE, [join(ROOT, "test/support/make-first-edition.ts")], {
  cwd: ROOT,
  env: environment,
  stdio: "inherit",
});
const isMade = once(firstEdition, "exit");
if (firstEdition.pid) setPriority(firstEdition.pid, 10);
const serverPassed = run("vitest", [
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${join(RESULTS, "server.json")}`,
]);
const server = read("server.json");
// Where it could not be made, the journeys try again and say why.
await isMade;
const journeysPassed = run("playwright", ["test"]);
const journeys = read("journeys.json");

const passed = (server?.numPassedTests ?? 0) + (journeys?.stats.expected ?? 0) + (journeys?.stats.flaky ?? 0);
const skipped = (server?.numPendingTests ?? 0) + (journeys?.stats.skipped ?? 0);
const suites = journeys?.suites ?? [];
let failed = (server?.numFailedTests ?? 0) + (journeys?.stats.unexpected ?? 0);
// A runner that failed without a failed test (a file that does not load, a crash) is a failure all the same.
if (failed === 0 && !(serverPassed && journeysPassed)) failed = 1;
// Last, where a log that was cut short still has them.
for (const title of journeysThatWere("flaky", suites)) process.stdout.write(`flaky: ${title}\n`);
for (const title of [...failedTests(server?.testResults ?? []), ...journeysThatWere("unexpected", suites)])
  process.stdout.write(`failed: ${title}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
process.exit(failed === 0 ? 0 : 1);
