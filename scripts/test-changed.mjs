/**
 * `npm run test:changed [-- REF]`: the tests that a change can break, for while one works. On SQLite alone, without those
 * that start servers and kill them: `npm test` runs everything. What changed since REF counts; without one, what is not
 * committed yet, or else the last commit.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { ensureBuilt, ensureInstalled, environment, ROOT, run } from "./project.mjs";

/** Tests of whole processes, which take minutes: crashes, full disks, stops, backups. */
const SLOW = [
  ...[
    "backup",
    "crash",
    "database-away",
    "database-away-nodes",
    "disk-full",
    "disk-full-writers",
    "first-start",
    "killed-start",
    "mail-process",
    "market-faults",
    "migrations",
    "move",
    "nodes",
  ],
  ...[
    "picture-process",
    "private-files",
    "process",
    "read-replica",
    "request-targets",
    "slow-clients",
    "stopping",
    "supervisor",
    "wire-faults",
    "workers",
  ],
];
const env = { ...environment, TEST_ENGINES: "sqlite" };

const git = (...args) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();

ensureInstalled({ withTools: true });
const since = process.argv[2] ?? (git("status", "--porcelain") === "" ? "HEAD~1" : "HEAD");
const changed = [git("diff", "--name-only", since), git("ls-files", "--others", "--exclude-standard")]
  .join("\n")
  .split("\n")
  .filter(Boolean);
const journeys = changed.filter((path) => /^test\/e2e\/.*\.spec\.ts$/.test(path) && existsSync(join(ROOT, path)));

const exclude = SLOW.flatMap((name) => ["--exclude", `test/server/${name}.test.ts`]);
let passed = run("vitest", ["run", "--passWithNoTests", "--changed", since, ...exclude], { env });
if (journeys.length > 0) {
  ensureBrowser();
  ensureBuilt();
  passed = run("playwright", ["test", ...journeys], { env }) && passed;
}
process.exit(passed ? 0 : 1);
