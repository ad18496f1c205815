/**
 * Writes the table of letters that look like Latin ones, from Unicode's `confusables.txt` (security/latest on unicode.org):
 * `node scripts/look-alikes.mjs confusables.txt`. Searches fold accents and widths already, and need no entry.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const OUT = join(import.meta.dirname, "..", "src/features/documents/review/look-alikes.json");
const LINE = /^([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA\t#\*? \( .* \) .* → (.*?)\t/u;

const [file] = process.argv.slice(2);
if (!file) throw new Error("Name the file confusables.txt.");
const source = readFileSync(file, "utf8");
const textOf = (codes) => String.fromCodePoint(...codes.split(" ").map((code) => Number.parseInt(code, 16)));
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "");

/** Letters that other letters look like, but that look like a Latin one themselves. */
const small = new Map([["ĸ", "k"]]);
const entries = [];
for (const line of source.split(/\r?\n/)) {
  const [, from, to, name] = LINE.exec(line.replace(/^\uFEFF/, "")) ?? [];
  if (from === undefined) continue;
  entries.push([textOf(from), textOf(to)]);
  const [, capital] = /^LATIN LETTER SMALL CAPITAL ([A-Z])$/.exec(name) ?? [];
  if (capital) small.set(textOf(to), capital.toLowerCase());
}

const byForm = new Map();
const add = (letter, form) => byForm.set(form, (byForm.get(form) ?? "") + letter);
for (const [letter, form] of small) add(letter, form);
for (const [letter, target] of entries) {
  const form = plain([...target].map((one) => small.get(one) ?? one).join(""));
  if (/^[\p{L}\p{N}\p{S}]$/u.test(letter) && /^[a-z]+$/i.test(form) && /[^\0-\x7f]/.test(plain(letter)))
    add(letter, form);
}

const [version] = /Version: ([\d.]+)/.exec(source)?.slice(1) ?? [];
const { licence } = JSON.parse(readFileSync(OUT, "utf8"));
const letters = Object.fromEntries([...byForm].toSorted(([one], [other]) => (one < other ? -1 : 1)));
writeFileSync(
  OUT,
  `${JSON.stringify({ source: `Unicode confusables.txt ${version}, changed`, licence, letters }, null, 2)}\n`,
);
