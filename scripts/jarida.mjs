/** `npm run jarida -- COMMAND`: the operator's commands, of the release in service if there is one. */
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, handOver, NODE, ROOT } from "./project.mjs";
import { currentRelease } from "./releases.mjs";
import { runReleases } from "./update.mjs";

const [command, ...args] = process.argv.slice(2);
if (["update", "rollback", "releases"].includes(command)) process.exit(await runReleases(command, args));

const release = currentRelease(ROOT);
if (!release) {
  ensureInstalled({ withTools: false });
  ensureBuilt();
}
handOver(
  [join(release ?? ROOT, "dist/server/cli.js"), ...process.argv.slice(2)],
  {},
  release ? join(release, "node") : NODE,
);
