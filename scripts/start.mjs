/** `npm start`: set up whatever is missing, then serve (contract section 1). */
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, handOver, ROOT } from "./project.mjs";

ensureInstalled();
ensureBuilt();
process.env.NODE_ENV = "production";
handOver(["--enable-source-maps", join(ROOT, "dist/server/main.js")]);
