/**
 * Each promise of docs/reliability.md names files that exist, and tests by the start of their titles in them. The files of
 * code that the guides name exist, and their links lead to files and headings; no page has a conflict of a merge. Tables from declarations are as
 * `write-docs.mjs` writes them.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./project.mjs";
import { documents } from "./write-docs.mjs";

/** A path, and all that follows it up to the next one. */
const NAMED = /`((?:src|test|scripts|clients)\/[^`]+)`((?:[^`]|`(?!(?:src|test|scripts|clients)\/))*)/g;
/** What is shortened, varies, or follows the title. */
const AFTER_START = / ?…|: | ?\(| \/ |;? ?\|? ?$/;
const PROMISES = "docs/reliability.md";
const problems = [];

readFileSync(join(ROOT, PROMISES), "utf8")
  .split("\n")
  .forEach((row, index) => {
    if (!row.startsWith("| ")) return;
    const place = `${PROMISES}:${index + 1}`;
    for (const [, path, titles] of row.matchAll(NAMED)) {
      if (!existsSync(join(ROOT, path))) problems.push(`${place}: ${path} does not exist`);
      // A folder stands for all tests in it.
      else if (/\.tsx?$/.test(path)) findTitles(place, path, titles);
    }
  });

function findTitles(place, path, titles) {
  const text = readFileSync(join(ROOT, path), "utf8").replaceAll("\\", "");
  for (const title of titles.split(/[;,]? ?› /).slice(1)) {
    const start = title.split(AFTER_START)[0];
    if (!text.includes(start)) problems.push(`${place}: ${path} has no test “${start}”`);
  }
}

/** A file of code, by its path or the end of it; `NNNN` stands for any number. */
const CODE = /`((?!\S*NNNN)[\w./-]+\.(?:ts|tsx|mjs|cjs|css))`/g;
const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT });
const files = listed.toString().trim().split("\n");
const isThere = (name) => files.some((file) => `/${file}`.endsWith(`/${name}`));
const pages = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));

for (const guide of ["README.md", "CONTRIBUTING.md", ...pages.map((name) => `docs/${name}`)])
  for (const [, name] of readFileSync(join(ROOT, guide), "utf8").matchAll(CODE))
    if (!isThere(name)) problems.push(`${guide}: ${name} does not exist`);

const LINK = /\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g;
const WITHOUT_CODE = /^```[\s\S]*?^```|`[^`\n]*`/gm;
/** The fragments of a page's headings, as GitHub makes them. */
const anchorsOf = (text) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

for (const page of files.filter((name) => name.endsWith(".md") && existsSync(join(ROOT, name)))) {
  const text = readFileSync(join(ROOT, page), "utf8");
  if (/^(?:<{7}|>{7}) /m.test(text)) problems.push(`${page}: a merge conflict is not resolved`);
  for (const [link, path, anchor] of text.replace(WITHOUT_CODE, "").matchAll(LINK)) {
    const target = path === "" ? page : join(dirname(page), path);
    if (!existsSync(join(ROOT, target))) problems.push(`${page}: the link ${link} leads nowhere`);
    else if (anchor && !anchorsOf(readFileSync(join(ROOT, target), "utf8")).includes(anchor))
      problems.push(`${page}: ${target} has no heading #${anchor}`);
  }
}

for (const { path, text, expected } of documents())
  if (text !== expected) problems.push(`${path}: its table is outdated; run scripts/write-docs.mjs`);

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
