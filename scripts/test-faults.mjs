/**
 * `npm run test:faults [-- [--short] FILTER]`: tests that kill processes, take databases away, fill disks, break
 * connections, send hostile input, or load the server until something would grow. The long form takes an hour; `--short`
 * runs the most important files in their short form in about 90 seconds, as `.ci/run` does. Ends with the time of each file.
 */
import { readdirSync } from "node:fs";
import { ensureBrowser } from "./browser.mjs";
import { ensureBuilt, ensureInstalled, environment, run } from "./project.mjs";

const FOLDER = "test/faults";
/** One file for each kind of failure that loses work or data. */
const SHORT = ["backup", "crash", "database-away", "disk-full", "failing-calls", "hostile-input"]
  .concat(["killed-start", "mail-process", "stopping", "supervisor", "wire-faults"])
  .map((name) => `${FOLDER}/${name}.test.ts`);
/** Files of `npm test` that have a long form. */
const SERVER = [
  "editing-histories",
  "job-lease",
  "migrations",
  "page-survival",
  "shared-limits",
  "sqlite-locks",
  "tasks",
].map((name) => `test/server/${name}.test.ts`);
const MARKET = "src/features/market";
const MERGE = "src/features/content/merge.test.ts";
/** Two writers in one article for a minute. */
const TWO_WRITERS = "test/e2e/admin-two-writers.spec.ts";

const args = process.argv.slice(2);
const isShort = args.includes("--short");
const filter = args.find((arg) => !arg.startsWith("--")) ?? "";
const all = readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`);
const chosen = (isShort ? SHORT : [...all, ...SERVER, MARKET, MERGE, TWO_WRITERS]).filter((file) =>
  file.includes(filter),
);

ensureInstalled({ withTools: true });
ensureBuilt();
if (chosen.includes(TWO_WRITERS)) ensureBrowser();

// A filter that names nothing has tested nothing.
process.exit(chosen.length > 0 && (isShort ? runTogether() : runOneByOne()) ? 0 : 1);

function runTogether() {
  return run("vitest", ["run", ...chosen], { env: { ...environment, FAULTS: "short" } });
}

/** A load on the machine is not one of the faults. */
function runOneByOne() {
  const env = { ...environment, FAULTS: "long" };
  const outcomes = chosen.map((file) => {
    const start = performance.now();
    const passed =
      file === TWO_WRITERS
        ? run("playwright", ["test", "--project=sqlite", file], { env })
        : run("vitest", ["run", "--no-file-parallelism", file], { env });
    return { file, passed, seconds: Math.round((performance.now() - start) / 1000) };
  });
  for (const { file, passed, seconds } of outcomes)
    process.stdout.write(`${passed ? "passed" : "FAILED"} ${String(seconds).padStart(5)} s  ${file}\n`);
  return outcomes.every(({ passed }) => passed);
}
