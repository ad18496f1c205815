/**
 * Checks the form of the decision records and their index, docs/decisions/README.md.
 * `npx node scripts/decisions.mjs --write` writes the index.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./project.mjs";

const FOLDER = "docs/decisions";
const INDEX = join(ROOT, FOLDER, "README.md");
const PARTS = ["## Context", "## Decision", "## Consequences"];
const STATUS = /^(Superseded in part|Superseded|Extended|Changed) by \[(\d{4})\]/m;

const slugOf = (title) =>
  title
    .toLowerCase()
    .replaceAll("'", "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

function readRecord(name) {
  const text = readFileSync(join(ROOT, FOLDER, name), "utf8");
  const [, number = "", title = ""] = /^# (\d+)\. (.+)\n/.exec(text) ?? [];
  const [, decision = ""] = /\n## Decision\n+([\s\S]*?)(?=\n\n|$)/.exec(text) ?? [];
  const [, how, by] = STATUS.exec(text.slice(0, text.indexOf("\n## "))) ?? [];
  const firstSentence = decision
    .replaceAll("\n", " ")
    .replace(/([.:;])\s.*$/, "$1")
    .replace(/[.:;]$/, "");
  const isRight =
    name === `${number.padStart(4, "0")}-${slugOf(title)}.md` && PARTS.every((part) => text.includes(`\n${part}\n`));
  return { name, number, title, firstSentence, status: how ? `${how} by ${by}` : "In force", isRight };
}

const records = readdirSync(join(ROOT, FOLDER))
  .filter((name) => /^\d{4}-.*\.md$/.test(name))
  .sort()
  .map(readRecord);
const rows = records.map(
  ({ name, number, title, firstSentence, status }) =>
    `| ${number} | [${title}](${name}) | ${firstSentence.replaceAll("|", "\\|")} | ${status} |`,
);
const index = `# Decisions

Choices that a successor would question, half a page each. Missing numbers are records that were deleted because they only
described the code. \`npx node scripts/decisions.mjs --write\` writes this page; the third column is the first sentence of a
record's *Decision*.

| No. | Title | Decision | Status |
|---|---|---|---|
${rows.join("\n")}
`;

const problems = records
  .filter(({ isRight }) => !isRight)
  .map(({ name }) => `${FOLDER}/${name}: needs "# N. Title", the file name NNNN-title.md, and ${PARTS.join(", ")}`);
if (process.argv.includes("--write")) writeFileSync(INDEX, index);
else if (!existsSync(INDEX) || readFileSync(INDEX, "utf8") !== index)
  problems.push(`${FOLDER}/README.md is out of date: run npx node scripts/decisions.mjs --write`);

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
