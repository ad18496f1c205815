/**
 * Prints how many concepts the program has, with the limits that `check-structure.mjs` enforces. Not among them is how many
 * modules `PUT articles/{id}/` crosses: that is counted by hand, stepping through one request in a debugger.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FEATURES } from "../src/shared/features.ts";
import { ROOT } from "./project.mjs";
import { JUDGES_STATUS, READABLE } from "./readable-rule.mjs";
import { tableOwners } from "./table-owners.mjs";

/** Files of one feature, history, a generated file, and addresses for tests of several features: nothing there needs a new entry. */
const NOT_CENTRAL =
  /^(src\/features|migrations|docs\/decisions)\/|^clients\/typescript\/src\/api\.ts$|^CHANGELOG\.md$|^test\/support\/api-url\.ts$/;
/** A file that names this share of a kind of thing has to name the next one too. */
const SHARE = 0.75;

const declared = (part) => Object.values(FEATURES).flatMap((feature) => Object.keys(feature[part] ?? {}));
/** What a new table with a screen adds one of. */
const KINDS = {
  features: Object.keys(FEATURES).map((name) => `features/${name}/|^  "?${name}"?[:,]`),
  screens: declared("screens").map((name) => `\\b${name}: \\{`),
  permissions: declared("permissions"),
  actions: declared("actions"),
  tables: Object.keys(tableOwners()).map((name) => `["'\`]${name}["'\`]|^\\s+${name}: `),
};

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
});
const files = listed.split("\n").filter((path) => /\.(tsx?|mjs|cjs|md)$/.test(path) && existsSync(join(ROOT, path)));
const read = (path) => readFileSync(join(ROOT, path), "utf8");
const sources = files.filter((path) => /^src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));

function isRegistry(path) {
  const text = read(path);
  return Object.values(KINDS).some((names) => {
    const named = names.filter((name) => new RegExp(name, "m").test(text));
    return named.length >= names.length * SHARE;
  });
}

const LIMITS = { files: 1_453, shortFiles: 28, comments: 15_000, suspicious: 151, browserTests: 203 };
const SHORT_LINES = 15;
const linesOf = (path) => read(path).split("\n").slice(0, -1);
const countLines = (pattern) =>
  sources.reduce((sum, path) => sum + linesOf(path).filter((line) => pattern.test(line)).length, 0);
const COMMENT = /^\s*(?:\/\/|\/\*|\*)/;
const SUSPICIOUS = new RegExp(
  `\\b(?:${read("scripts/suspicious-words.txt")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .join("|")})\\b`,
  "i",
);

/** The size of the code and of its wording. The limits are ratchets: lower them when the count has fallen. */
function sizes() {
  const shortFiles = sources.filter((path) => linesOf(path).length < SHORT_LINES);
  const specs = files.filter((path) => /^test\/e2e\/.*\.spec\.ts$/.test(path));
  const browserTests = specs.flatMap((path) => linesOf(path).filter((line) => /^\s*test(?:\.\w+)*\(/.test(line)));
  return [
    { what: "source files", count: sources.length, most: LIMITS.files },
    { what: `source files under ${SHORT_LINES} lines`, count: shortFiles.length, most: LIMITS.shortFiles },
    { what: "source lines", count: countLines(/^/) },
    { what: "comment lines", count: countLines(COMMENT), most: LIMITS.comments },
    {
      what: "lines with a word of scripts/suspicious-words.txt",
      count: countLines(SUSPICIOUS),
      most: LIMITS.suspicious,
    },
    { what: "Playwright tests in test/e2e", count: browserTests.length, most: LIMITS.browserTests },
  ];
}

/** @returns {{ what: string, count: number, most?: number, where?: string[] }[]} */
export function measures() {
  const registries = files.filter((path) => !NOT_CENTRAL.test(path) && isRegistry(path));
  const isRule = (path) => READABLE.test(read(path)) && !path.startsWith("src/db/") && !JUDGES_STATUS[path];
  const others = sources.filter(isRule);
  return [
    // 26 until other programs became users: keys, hooks, assistants and crawlers are capabilities of their own.
    { what: "features", count: Object.keys(FEATURES).length, most: 30 },
    {
      what: "files outside its feature and migration that name every feature, screen, permission, action or table",
      count: registries.length,
      most: 4,
      where: registries,
    },
    {
      what: "conditions on what readers may see: readable and isReadable",
      count: 2 + others.length,
      most: 2,
      where: ["src/db/readable.ts", ...others],
    },
    ...sizes(),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { what, count, most, where } of measures())
    process.stdout.write(
      `${count}\t${most ? `at most ${most}` : ""}\t${what}${where ? `: ${where.join(", ")}` : ""}\n`,
    );
