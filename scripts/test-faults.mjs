/**
 * `npm run test:faults [-- FILTER]`: the failure tests in their long form, on both engines and on two nodes: kill -9 two
 * hundred times, rolling restarts, a database that is away for a minute, disks that fill up again and again, workers that
 * hang, bad market data, each n-th call that fails, and a connection that breaks at any message. `npm test` runs the same
 * files in their short form. Ends with how long each file took.
 */
import { ensureBrowser } from "./browser.mjs";
import { ensureBuilt, ensureInstalled, environment, run } from "./project.mjs";

const FILES = [
  ...["crash", "killed-start", "stopping", "supervisor", "workers", "nodes", "disk-full", "disk-full-writers"],
  ...["database-away", "database-away-nodes", "conflicts", "faults", "wire-faults", "sqlite-locks", "mail-process"],
  ...["read-replica", "content-watch", "shared-limits", "job-lease", "market-faults", "migrations", "tasks", "backup"],
].map((name) => `test/server/${name}.test.ts`);
const MARKET = "src/features/market";
/** The one journey with a long form: two writers in one article for a minute. */
const JOURNEY = "test/e2e/admin-two-writers.spec.ts";
const ALL = [...FILES, MARKET, JOURNEY];

ensureInstalled({ withTools: true });
ensureBuilt();

const [filter] = process.argv.slice(2);
const chosen = filter ? ALL.filter((file) => file.includes(filter)) : ALL;
if (chosen.includes(JOURNEY)) ensureBrowser();
// One file after another: a load on the machine is not one of the faults.
const env = { ...environment, FAULTS: "long" };
const outcomes = chosen.map((file) => {
  const began = performance.now();
  const passed =
    file === JOURNEY
      ? run("playwright", ["test", "--project=sqlite", file], { env })
      : run("vitest", ["run", "--no-file-parallelism", file], { env });
  return { file, passed, seconds: Math.round((performance.now() - began) / 1000) };
});
for (const { file, passed, seconds } of outcomes)
  process.stdout.write(`${passed ? "passed" : "FAILED"} ${String(seconds).padStart(5)} s  ${file}\n`);
// A filter that names nothing has tested nothing.
process.exit(outcomes.length > 0 && outcomes.every(({ passed }) => passed) ? 0 : 1);
