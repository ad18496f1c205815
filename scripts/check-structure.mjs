/**
 * Rules for files (docs/architecture.md): how they are named, how large they may grow, names that say nothing, and ways of
 * the house that no other tool checks.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { measures } from "./measure.mjs";
import { ROOT } from "./project.mjs";

const EMPTY_NAMES = /^(utils?|misc|helpers?|common|stuff|index)$/;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.spec|\.config|\.d)?\.(tsx?|mjs|cjs|css)$/;
/** One hook knows whether a call is under way: no form or button keeps that in a state of its own. */
const CALL_HOOK = "src/ui/admin/use-call.ts";
const ADMIN = /^src\/(ui|app|features\/([^/]+\/)*[^/]+)\/admin\//;
const OWN_CALL_STATE = /\buseMutation\b|\bset(Is)?(Busy|Saving|Sending|Loading|Exporting|Pending)\b/;
/** A call of the API without its table: `clientOf` and `editorClientOf` create these. */
const UNTYPED_CALL = /\b(api\.(send|read)|postApi|readApi)[<(]|queryKey: \[[`"]\/api/;
/** A value that `jobs.ts` exports and that is not a list of jobs. */
const NO_JOBS = /^export (?:const|(?:async )?function) (?!\w+Jobs\b)/m;
/** An actor is recorded or authorized, or not passed along. */
const UNREAD_ACTOR = /\b_(actor|by)\b/;
/** Limits are MIN_… and MAX_…. */
const ODD_LIMIT = /\b(MOST|LEAST|LONGEST|SHORTEST|LARGEST|SMALLEST)_[A-Z]/;
/** A brand that content gets from its serializer alone (docs/decisions/0018): elsewhere a cast would skip the parser. */
const BRANDING = "src/features/content/serialize.ts";
/** A document's version is counted and stored in one place (docs/decisions/0215). */
const VERSIONS = "src/features/documents/lifecycle/versions.ts";
const COUNTED_VERSION = /\b(?!opened)\w+\.version \+ 1\b/;
const DOCUMENTS = /^src\/features\/(articles|documents|newsletter|pages)\/(?!.*\/admin\/)/;
const BRAND_CAST = /\b(as|is)\s+(CleanHtml|PageHtml)\b/;
/** What people hear and what the audit log has follows from events (docs/decisions/0216): only subscribers write it. */
const REACTION =
  /import \{[^}]*\b(recordEntry|recordEntries|notify|notifyPublishers)\b[^}]*\} from "#features\/(audit|notifications)\/commands/;
const SUBSCRIBERS = /\/subscribers\.ts$|^src\/features\/(audit|notifications)\/|\.test\.ts$/;
const MAX_LINES = 400;
/** Written by a program from the OpenAPI document. */
const GENERATED = "clients/typescript/src/api.ts";
const FOLDERS = ["src", "migrations", "test", "bench", "scripts", "demo", "clients", "examples"];

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...FOLDERS], {
  cwd: ROOT,
  encoding: "utf8",
});
const files = listed.split("\n").filter((path) => /\.(tsx?|mjs|cjs|css)$/.test(path) && existsSync(join(ROOT, path)));
const problems = [];

for (const path of files) {
  const parts = path.split("/");
  const name = parts.at(-1);
  const stem = name.split(".")[0];
  if (!KEBAB.test(name)) problems.push(`${path}: file names are kebab-case`);
  if (
    parts
      .slice(0, -1)
      .concat(stem)
      .some((part) => EMPTY_NAMES.test(part))
  )
    problems.push(`${path}: the name says nothing`);

  const folder = parts[1];
  const text = readFileSync(join(ROOT, path), "utf8");
  if (ADMIN.test(path) && path !== CALL_HOOK && OWN_CALL_STATE.test(text))
    problems.push(`${path}: a call to the server goes through useCall (${CALL_HOOK})`);

  if (/^src\/(features|app\/admin)\//.test(path) && UNTYPED_CALL.test(text))
    problems.push(`${path}: a call is made by the client of a table of endpoints, whose answer is typed`);
  if (folder === "features" && name === "jobs.ts" && (NO_JOBS.test(text) || !text.includes(": Job[]")))
    problems.push(`${path}: jobs.ts exports lists of jobs, (…): Job[], named …Jobs`);
  if (folder === "features" && name === "feature.ts" && !text.includes('"#platform/feature.ts"'))
    problems.push(`${path}: a feature is put together as a Feature of platform/feature.ts`);
  if (path.startsWith("src/") && UNREAD_ACTOR.test(text))
    problems.push(`${path}: an actor that is passed along is read`);
  if (!path.startsWith("migrations/") && ODD_LIMIT.test(text))
    problems.push(`${path}: limits are named MIN_… and MAX_…`);
  if (DOCUMENTS.test(path) && path !== VERSIONS && COUNTED_VERSION.test(text))
    problems.push(`${path}: the next version of a document is stored by storeVersion (${VERSIONS})`);
  if (path.startsWith("src/") && !SUBSCRIBERS.test(path) && REACTION.test(text))
    problems.push(`${path}: a command states an event, and subscribers.ts records it and notifies people`);
  if (path.startsWith("src/") && path !== BRANDING && !/\.test\.tsx?$/.test(path) && BRAND_CAST.test(text))
    problems.push(`${path}: only ${BRANDING} makes CleanHtml and PageHtml; anything else parses, or takes a string`);

  const lines = text.split("\n").length - 1;
  if (lines > MAX_LINES && path !== GENERATED) problems.push(`${path}: ${lines} lines, at most ${MAX_LINES}`);
}

for (const { what, count, most, where = [] } of measures())
  if (most !== undefined && count > most) problems.push(`${count} ${what}, at most ${most}: ${where.join(", ")}`);

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
