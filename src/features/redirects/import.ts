import { type CsvRecord, isEmptyRow, layoutOf, recordsOf } from "#shared/csv-records.ts";
import { InvalidError } from "#shared/errors.ts";
import type { IMPORT_FORMATS, RedirectBody } from "./endpoints.ts";
import { REDIRECT_CODES, type RedirectCode } from "./rules.ts";

type Format = (typeof IMPORT_FORMATS)[number];

/** A line of a file: a redirect, or why it is none. */
export type ReadLine = { line: number; from: string } & ({ body: RedirectBody } | { why: string });

const MAX_LINES = 10_000;

/** Reads the redirects of a file. Throws InvalidError for a file that is none of the formats. */
export function readRedirects(text: string, format: Format = formatOf(text)): ReadLine[] {
  const read = { csv: readCsv, netlify: readNetlify, ghost: readGhost }[format](text.replace(/^\uFEFF/, ""));
  if (read.length === 0) throw unreadable("This file has no redirects.");
  if (read.length > MAX_LINES) throw unreadable(`A file may have at most ${MAX_LINES.toLocaleString("en")} redirects.`);
  return read;
}

const unreadable = (why: string) => new InvalidError("invalid_redirect", why, { text: why });

export function formatOf(text: string): Format {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const [first = ""] = lines;
  if (/^[[{]/.test(first) || /^["']?30[12]["']?:/.test(first)) return "ghost";
  return /^\S+[ \t]+\S+/.test(first) && !/[,;"]/.test(first) ? "netlify" : "csv";
}

const codeOf = (given: string): RedirectCode | undefined => {
  if (given === "") return 301;
  const code = { "307": 302, "308": 301 }[given] ?? Number(given);
  return REDIRECT_CODES.find((one) => one === code);
};

const lineOf = (line: number, from: string, to: string, given: string): ReadLine => {
  const code = codeOf(given);
  if (code === undefined) return { line, from, why: `Code ${given} is not supported.` };
  return { line, from, body: { from, to, code, reason: "" } };
};

const HEADINGS = {
  from: ["from", "source", "old", "old url", "old_url", "source url"],
  to: ["to", "target", "new", "new url", "new_url", "destination", "target url"],
  code: ["code", "http_code", "status", "status code", "action_code"],
  regex: ["regex"],
};
const isHeading = (cell: string) => Object.values(HEADINGS).flat().includes(cell.trim().toLowerCase());

function readCsv(text: string): ReadLine[] {
  const rows = [...recordsOf(text, layoutOf(text, isHeading))].filter(({ cells }) => !isEmptyRow(cells));
  const heads = rows[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const hasHead = heads.some(isHeading);
  const columnOf = (name: keyof typeof HEADINGS, place: number) =>
    hasHead ? heads.findIndex((head) => HEADINGS[name].includes(head)) : place;
  const [from, to, code, regex] = [columnOf("from", 0), columnOf("to", 1), columnOf("code", 2), columnOf("regex", -1)];
  if (from < 0 || (to < 0 && code < 0)) throw unreadable("The file needs columns for the old and the new address.");
  const cell = ({ cells }: CsvRecord, place: number) => cells[place]?.trim() ?? "";
  return rows.slice(hasHead ? 1 : 0).map((row) => {
    const given = { from: cell(row, from), to: cell(row, to) };
    const isRegex = /^(1|true|yes)$/i.test(cell(row, regex));
    const simple = isRegex ? fromRegex(given) : given;
    if (!simple) return { line: row.line, from: given.from, why: "Regular expressions are not supported." };
    return lineOf(row.line, simple.from, simple.to, cell(row, code));
  });
}

/** Lines of `_redirects`: from, to, and a code that `!` may follow. */
function readNetlify(text: string): ReadLine[] {
  return text.split(/\r\n|\r|\n/).flatMap((whole, at): ReadLine[] => {
    const all = whole.trim().split(/\s+/);
    const comment = all.findIndex((word) => word.startsWith("#"));
    const words = comment < 0 ? all : all.slice(0, comment);
    const [from = "", to = "", code = "", ...conditions] = words;
    if (from === "") return [];
    const line = at + 1;
    if (conditions.length > 0 || to.includes("=")) return [{ line, from, why: "Conditions are not supported." }];
    return [lineOf(line, from, to.replace(":splat", "*"), code.replace(/!$/, ""))];
  });
}

type Entry = { line: number; from: unknown; to: unknown; code: string };

/** Ghost's `redirects.json`, a list, or `redirects.yaml`, addresses by code. */
function readGhost(text: string): ReadLine[] {
  const entries = /^\s*[[{]/.test(text) ? entriesOfJson(text) : entriesOfYaml(text);
  return entries.map(({ line, from, to, code }) => {
    if (typeof from !== "string" || typeof to !== "string") return { line, from: "", why: "This is not a redirect." };
    const simple = fromRegex({ from, to });
    if (!simple) return { line, from, why: "Regular expressions are not supported." };
    return lineOf(line, simple.from, simple.to, code);
  });
}

function entriesOfJson(text: string): Entry[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw unreadable(`The file cannot be read: ${(error as Error).message}`);
  }
  if (Array.isArray(read))
    return read.map((entry: { from?: unknown; to?: unknown; permanent?: unknown } | null, at) => ({
      line: at + 1,
      from: entry?.from,
      to: entry?.to,
      code: entry?.permanent ? "301" : "302",
    }));
  const byCode = Object.entries(Object(read)).flatMap(([code, list]) =>
    Object.entries(Object(list)).map(([from, to]) => ({ from, to, code })),
  );
  return byCode.map((entry, at) => ({ ...entry, line: at + 1 }));
}

/** Of YAML, only what Ghost writes (decision 177): a code, and below it one indented `from: to` a line. */
function entriesOfYaml(text: string): Entry[] {
  let code = "";
  return text.split(/\r\n|\r|\n/).flatMap((whole, at): Entry[] => {
    const line = whole.trim();
    if (line === "" || line.startsWith("#")) return [];
    const [from, rest] = scalarOf(line, ":");
    const [to] = scalarOf(rest.slice(1).trim(), " #");
    if (/^\s/.test(whole)) return [{ line: at + 1, from, to: rest.startsWith(":") ? to : undefined, code }];
    code = from;
    return rest === ":" || /^:\s*#/.test(rest) ? [] : [{ line: at + 1, from: undefined, to, code }];
  });
}

/** A plain or quoted text at the start of a line of YAML, and what follows it. A plain key may contain colons. */
function scalarOf(text: string, end: string): [scalar: string, rest: string] {
  const quote = text.charAt(0);
  if (quote === "'" || quote === '"') {
    const close = text.indexOf(quote, 1);
    return close === -1 ? [text, ""] : [text.slice(1, close), text.slice(close + 1).trimStart()];
  }
  const at = end === ":" ? keyEnd(text) : text.indexOf(end);
  return at === -1 ? [text, ""] : [text.slice(0, at).trimEnd(), text.slice(at)];
}

/** Where a plain key ends: at the first colon that a space or nothing follows. */
function keyEnd(text: string): number {
  const at = text.indexOf(": ");
  return at === -1 && text.endsWith(":") ? text.length - 1 : at;
}

/** Rewrites a regular expression that only matches one path, or all below one; undefined for any other. */
function fromRegex({ from, to }: { from: string; to: string }): { from: string; to: string } | undefined {
  const path = from
    .replace(/^\^/, "")
    .replace(/(\/\?)?\$$/, "")
    .replace(/\\([/.-])/g, "$1")
    .replace(/\/\(\.[*+]\)$/, "/*");
  if (/[()[\]{}|+?\\^$]/.test(path) || /\.\*/.test(path)) return undefined;
  const target = to.replace(/\$1(?!\d)/, "*");
  return /\$\d/.test(target) ? undefined : { from: path.startsWith("/") ? path : `/${path}`, to: target };
}
