/** `npm start`: set up whatever is missing, then serve (contract section 1). */
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, handOver, ROOT } from "./project.mjs";

ensureInstalled();
ensureBuilt();
process.env.NODE_ENV = "production";
// A small young generation: rendering makes much short-lived garbage, and V8 would keep 60 MB more for it.
handOver(["--max-semi-space-size=2", join(ROOT, "dist/server/main.js")]);
