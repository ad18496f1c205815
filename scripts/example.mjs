/** `npm run example`: builds the client, and starts the site of examples/headless with it. */
import { join } from "node:path";
import { ensureInstalled, handOver, ROOT, run } from "./project.mjs";

const client = join(ROOT, "clients", "typescript");
const example = join(ROOT, "examples", "headless");
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

ensureInstalled({ withTools: true });
const isReady =
  run(npm, ["run", "build", "--silent"], { cwd: client }) &&
  // Links the client: nothing is downloaded.
  run(npm, ["install", "--offline", "--no-package-lock", "--no-audit", "--no-fund", "--silent"], { cwd: example });
if (!isReady) process.exit(1);
process.chdir(example);
handOver(["site.ts"]);
