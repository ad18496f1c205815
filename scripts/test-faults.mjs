/**
 * `npm run test:faults [-- FILTER]`: the failure tests in their long form, on both engines and on two nodes: kill -9 two
 * hundred times, rolling restarts, a database that is away for a minute, full disks, workers that hang, bad market data,
 * and each n-th call that fails. `npm test` runs the same files in their short form.
 */
import { ensureBuilt, ensureInstalled, environment, run } from "./project.mjs";

const FILES = [
  ...["crash", "killed-start", "stopping", "supervisor", "workers", "nodes", "disk-full", "database-away", "conflicts"],
  ...["faults", "sqlite-locks", "mail-process", "read-replica", "content-watch", "shared-limits", "job-lease"],
].map((name) => `test/server/${name}.test.ts`);
const MARKET = "src/features/market";

ensureInstalled({ withTools: true });
ensureBuilt();

const [filter] = process.argv.slice(2);
const chosen = filter ? [...FILES, MARKET].filter((file) => file.includes(filter)) : [...FILES, MARKET];
// One file after another: a load on the machine is not one of the faults.
const passed = run("vitest", ["run", "--no-file-parallelism", ...chosen], { env: { ...environment, FAULTS: "long" } });
process.exit(passed ? 0 : 1);
