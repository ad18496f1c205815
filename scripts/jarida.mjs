/** `npm run jarida -- COMMAND`: the operator's commands. */
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, handOver, ROOT } from "./project.mjs";

ensureInstalled({ withTools: false });
ensureBuilt();
handOver([join(ROOT, "dist/server/cli.js"), ...process.argv.slice(2)]);
