/**
 * `npm test`: installs what it needs, then runs unit, component and server tests, and end-to-end tests in a browser. Prints
 * its ten slowest files, what failed, and `N passed, N failed` as its last line.
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

/** End-to-end tests of one outcome, by file and title. `flaky`: passed only when retried; `unexpected`: failed. */
function endToEndTests(outcome, suites) {
  return suites.flatMap(({ file, specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === outcome))
      .map(({ title }) => `${file} › ${title}`),
    ...endToEndTests(outcome, inner),
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

/** Milliseconds of each end-to-end file: the sum of its tests, also of those that ran side by side. */
function endToEndTimes(suites) {
  return suites.map(({ file, specs = [], suites: inner = [] }) => ({
    file: `test/e2e/${file}`,
    time:
      specs
        .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
        .reduce((sum, { duration }) => sum + duration, 0) +
      endToEndTimes(inner).reduce((sum, { time }) => sum + time, 0),
  }));
}

// Made at low priority while Vitest runs: the pictures of the first edition take most of a minute.
const firstEdition = spawn(NODE, [join(ROOT, "test/support/make-first-edition.ts")], {
  cwd: ROOT,
  env: environment,
  stdio: "inherit",
});
const isMade = once(firstEdition, "exit");
if (firstEdition.pid) setPriority(firstEdition.pid, 10);
const serverPassed = run("vitest", [
  "run",
  "--project=!faults",
  "--reporter=default",
  "--reporter=json",
  "--reporter=./scripts/test-reporter.mjs",
  `--outputFile.json=${join(RESULTS, "server.json")}`,
]);
const server = read("server.json");
// If it failed, Playwright makes it again and reports why.
await isMade;
const browserPassed = run("playwright", ["test"]);
const endToEnd = read("end-to-end.json");

const passed = (server?.numPassedTests ?? 0) + (endToEnd?.stats.expected ?? 0) + (endToEnd?.stats.flaky ?? 0);
const skipped = (server?.numPendingTests ?? 0) + (endToEnd?.stats.skipped ?? 0);
const suites = endToEnd?.suites ?? [];
let failed = (server?.numFailedTests ?? 0) + (endToEnd?.stats.unexpected ?? 0);
const { unhandled, times } = read("run.json") ?? { unhandled: [], times: [] };
failed += unhandled.length;
// A runner may fail without a failed test: a file that does not load, or a crash.
if (failed === 0 && !(serverPassed && browserPassed)) failed = 1;
const slowest = [...times, ...endToEndTimes(suites)].sort((one, other) => other.time - one.time).slice(0, 10);
process.stdout.write("\nslowest files:\n");
for (const { file, time } of slowest) process.stdout.write(`${(time / 1000).toFixed(1).padStart(7)} s  ${file}\n`);
// Last, so that a truncated log still has them.
for (const title of endToEndTests("flaky", suites)) process.stdout.write(`flaky: ${title}\n`);
for (const title of [...failedTests(server?.testResults ?? []), ...unhandled, ...endToEndTests("unexpected", suites)])
  process.stdout.write(`failed: ${title}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
process.exit(failed === 0 ? 0 : 1);
