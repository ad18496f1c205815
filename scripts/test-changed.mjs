/**
 * `npm run test:changed [-- REF]`: the tests that a change can break, while you work. On SQLite alone, without those
 * that start built servers: `npm test` runs everything. What changed since REF counts; without one, what is not
 * committed yet, or else the last commit.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { ensureBuilt, ensureInstalled, environment, ROOT, run } from "./project.mjs";

/** Tests that start built servers take minutes. */
const SLOW = ["migrations", "private-files", "process", "request-targets", "slow-clients"];
const env = { ...environment, TEST_ENGINES: "sqlite" };

const git = (...args) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();

ensureInstalled({ withTools: true });
const since = process.argv[2] ?? (git("status", "--porcelain") === "" ? "HEAD~1" : "HEAD");
const changed = [git("diff", "--name-only", since), git("ls-files", "--others", "--exclude-standard")]
  .join("\n")
  .split("\n")
  .filter(Boolean);
const endToEnd = changed.filter((path) => /^test\/e2e\/.*\.spec\.ts$/.test(path) && existsSync(join(ROOT, path)));

const exclude = SLOW.flatMap((name) => ["--exclude", `test/server/${name}.test.ts`]);
let passed = run("vitest", ["run", "--project=!faults", "--passWithNoTests", "--changed", since, ...exclude], { env });
if (endToEnd.length > 0) {
  ensureBrowser();
  ensureBuilt();
  passed = run("playwright", ["test", ...endToEnd], { env }) && passed;
}
process.exit(passed ? 0 : 1);
