/**
 * Checks the form of the decision records and their index, docs/decisions/README.md: records that are superseded altogether
 * are in `archive`. `npx node scripts/decisions.mjs --write` writes the index below the introduction, which is written by hand.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./project.mjs";

const FOLDER = "docs/decisions";
const ARCHIVE = "archive/";
const INDEX = join(ROOT, FOLDER, "README.md");
const PARTS = ["## Context", "## Decision", "## Consequences"];
const STATUS = /^(Superseded in part|Superseded|Extended|Changed) by \[(\d{4})\]/m;

const slugOf = (title) =>
  title
    .toLowerCase()
    .replaceAll("'", "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

function problemOf({ path, number, title, status, text }) {
  const name = path.replace(ARCHIVE, "");
  if (name !== `${number.padStart(4, "0")}-${slugOf(title)}.md` || !PARTS.every((part) => text.includes(`\n${part}\n`)))
    return `needs "# N. Title", the file name NNNN-title.md, and ${PARTS.join(", ")}`;
  const isSuperseded = status.startsWith("Superseded by ");
  if (isSuperseded !== path.startsWith(ARCHIVE))
    return isSuperseded
      ? `is superseded: move it to ${FOLDER}/${ARCHIVE}`
      : "is not superseded: move it out of the archive";
  return undefined;
}

function readRecord(path) {
  const text = readFileSync(join(ROOT, FOLDER, path), "utf8");
  const [, number = "", title = ""] = /^# (\d+)\. (.+)\n/.exec(text) ?? [];
  const [, decision = ""] = /\n## Decision\n+([\s\S]*?)(?=\n\n|$)/.exec(text) ?? [];
  const [, how, by] = STATUS.exec(text.slice(0, text.indexOf("\n## "))) ?? [];
  const firstSentence = decision
    .replaceAll("\n", " ")
    .replace(/([.:;])\s.*$/, "$1")
    .replace(/[.:;]$/, "");
  return { path, number, title, firstSentence, status: how ? `${how} by ${by}` : "In force", text };
}

const recordsIn = (folder) =>
  readdirSync(join(ROOT, FOLDER, folder))
    .filter((name) => /^\d{4}-.*\.md$/.test(name))
    .sort()
    .map((name) => readRecord(`${folder}${name}`));

const tableOf = (records) =>
  `| No. | Title | Decision | Status |
|---|---|---|---|
${records
  .map(
    ({ path, number, title, firstSentence, status }) =>
      `| ${number} | [${title}](${path}) | ${firstSentence.replaceAll("|", "\\|")} | ${status} |`,
  )
  .join("\n")}
`;

const inForce = recordsIn("");
const archived = recordsIn(ARCHIVE);
const HEADING = "## All records in force";
const readIndex = readFileSync(INDEX, "utf8");
const introduction = readIndex.slice(0, readIndex.indexOf(HEADING));
const index = `${introduction}${HEADING}

The third column is the first sentence of a record's *Decision*.

${tableOf(inForce)}
## Archive

Records that newer ones replace.

${tableOf(archived)}`;

const problems = [...inForce, ...archived].flatMap((record) => {
  const problem = problemOf(record);
  return problem ? [`${FOLDER}/${record.path} ${problem}`] : [];
});
if (process.argv.includes("--write")) writeFileSync(INDEX, index);
else if (readIndex !== index)
  problems.push(`${FOLDER}/README.md is out of date: run npx node scripts/decisions.mjs --write`);

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
