/**
 * `npm run bench -- [NAME …] [--full] [--markdown FILE]`: measures against the project's limits and ends with one table
 * of all figures, which it also writes into a page; exit code 1 if a limit is exceeded.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { measureArticleList } from "./article-list.ts";
import { measureArticles } from "./articles.ts";
import { measureCdn } from "./cdn.ts";
import { measureDemo } from "./demo.ts";
import { measureFirstPaint } from "./first-paint.ts";
import { measureGrowth } from "./growth.ts";
import { measureImports } from "./imports.ts";
import { measureInterfaces } from "./interfaces.ts";
import { measureKeys } from "./keys.ts";
import { measureLibrary } from "./library.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureLists } from "./lists.ts";
import { measureMail } from "./mail.ts";
import { measureMemory } from "./memory.ts";
import { measureModel } from "./model.ts";
import { measurePages } from "./pages.ts";
import { measurePictureSizes } from "./picture-sizes.ts";
import { measureRender } from "./render.ts";
import { measureSearch } from "./search.ts";
import { measureShift } from "./shift.ts";
import { measureSize } from "./size.ts";
import { measureStart } from "./start.ts";
import { type Outcome, printOutcome } from "./support/outcome.ts";
import { type Publications, temporaryPublications } from "./support/publication.ts";
import { watched } from "./support/quiet.ts";
import { currentCommit, describeSetting } from "./support/setting.ts";
import { brokenLine, type Line, linesOf, plainSummary, withSummary } from "./support/summary.ts";
import { measureSurvival } from "./survival.ts";
import { measureTaps } from "./taps.ts";
import { measureTyping } from "./typing.ts";
import { measureUploads } from "./uploads.ts";
import { measureVersions } from "./versions.ts";
import { measureViews } from "./views.ts";

/** In the order in which they run. */
const MEASUREMENTS: Record<string, (publications: Publications, full: boolean) => Promise<Outcome>> = {
  size: measureSize,
  pages: measurePages,
  cdn: measureCdn,
  render: measureRender,
  start: measureStart,
  memory: measureMemory,
  growth: measureGrowth,
  mail: measureMail,
  demo: measureDemo,
  "article-list": measureArticleList,
  search: measureSearch,
  lists: measureLists,
  articles: measureArticles,
  views: measureViews,
  uploads: measureUploads,
  typing: measureTyping,
  versions: measureVersions,
  library: measureLibrary,
  imports: measureImports,
  keys: measureKeys,
  interfaces: measureInterfaces,
  shift: measureShift,
  taps: measureTaps,
  "picture-sizes": measurePictureSizes,
  survival: measureSurvival,
  lighthouse: measureLighthouse,
  "first-paint": measureFirstPaint,
  model: measureModel,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: "boolean", default: false }, markdown: { type: "string" } },
});
const names = positionals.length > 0 ? positionals : Object.keys(MEASUREMENTS);
const unknown = names.filter((name) => !MEASUREMENTS[name]);
if (unknown.length > 0) {
  process.stderr.write(`There is no measurement ${unknown.join(", ")}: ${Object.keys(MEASUREMENTS).join(", ")}.\n`);
  process.exit(1);
}

const publications = temporaryPublications();
const failed: string[] = [];
const commit = currentCommit();
const lines: Line[] = [];
const peers: Record<string, string> = {};
process.on("exit", publications.remove);
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => process.exit(1));

for (const name of names) {
  const measure = MEASUREMENTS[name];
  if (!measure) continue;
  try {
    const outcome = await watched(() => measure(publications, values.full));
    printOutcome(name, outcome);
    if (!outcome.passed) failed.push(name);
    lines.push(...linesOf(name, outcome, commit));
    Object.assign(peers, outcome.peers);
  } catch (error) {
    // A measurement that fails does not keep the others from running; it counts as an exceeded limit.
    process.stderr.write(`\nFAIL  ${name}: ${(error as Error).stack ?? error}\n`);
    failed.push(name);
    lines.push(brokenLine(name, error, commit));
  }
}
const setting = describeSetting(commit, peers);
process.stdout.write(`\n${plainSummary(lines, setting)}\n`);
const page = values.markdown;
if (page) writeFileSync(page, withSummary(existsSync(page) ? readFileSync(page, "utf8") : "", lines, setting));
process.stdout.write(failed.length === 0 ? "\nAll limits hold.\n" : `\nOver the limit: ${failed.join(", ")}.\n`);
process.exit(failed.length === 0 ? 0 : 1);
