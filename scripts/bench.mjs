/** `npm run bench -- [NAME …] [--full]`: the measurements of bench/ on the built project, with the pinned Node. */
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { ensureBuilt, ensureInstalled, handOver, ROOT } from "./project.mjs";

const WITH_BROWSER = new Set(["size", "shift", "lighthouse", "typing"]);

ensureInstalled({ withTools: true });
ensureBuilt();
const args = process.argv.slice(2);
const names = args.filter((name) => !name.startsWith("-"));
if (names.length === 0 || names.some((name) => WITH_BROWSER.has(name))) ensureBrowser();
handOver([join(ROOT, "bench", "main.ts"), ...args]);
