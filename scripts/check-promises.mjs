/**
 * Each promise of docs/reliability.md names files that exist, and tests by the start of their titles in them. Tables from
 * declarations are as `write-docs.mjs` writes them.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./project.mjs";
import { documents } from "./write-docs.mjs";

/** A path, and all that follows it up to the next one. */
const NAMED = /`((?:src|test|scripts)\/[^`]+)`((?:[^`]|`(?!(?:src|test|scripts)\/))*)/g;
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

for (const { path, text, expected } of documents())
  if (text !== expected) problems.push(`${path}: its table is outdated; run scripts/write-docs.mjs`);

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
