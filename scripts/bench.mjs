/**
 * `npm run bench -- [NAME …] [--full] [--markdown FILE]`: the measurements of bench/ on the built project, with the
 * pinned Node.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBrowser } from "./browser.mjs";
import { ensureBuilt, ensureInstalled, handOver, ROOT } from "./project.mjs";

const WITH_BROWSER = new Set([
  "size",
  "first-paint",
  "shift",
  "lighthouse",
  "typing",
  "library",
  "taps",
  "picture-sizes",
]);

ensureInstalled({ withTools: true });
ensureBuilt();
const args = process.argv.slice(2);
// What the options mean is bench/main.ts's affair; here only which words are names.
const { positionals: names } = parseArgs({ args, strict: false, options: { markdown: { type: "string" } } });
if (names.length === 0 || names.some((name) => WITH_BROWSER.has(name))) ensureBrowser();
handOver([join(ROOT, "bench", "main.ts"), ...args]);
