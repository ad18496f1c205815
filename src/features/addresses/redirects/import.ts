import { type CsvRecord, isEmptyRow, layoutOf, recordsOf } from "#shared/csv-records.ts";
import { InvalidError } from "#shared/errors.ts";
import type { IMPORT_FORMATS, RedirectBody } from "./endpoints.ts";
import { codeOf, columnName, fromRegex, isFromName, isHeading, type Judged, judgeRow } from "./internal/table.ts";

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

const FORMAT_LINES = 500;
const linesOf = (text: string) => text.split(/\r\n|\r|\n/);
/** Lines of web servers' configuration, which have conditions that a list of addresses cannot have. */
const SERVER_RULE = /^(?:Redirect(?:Match|Permanent|Temp)?|Rewrite\w+|rewrite|return|location)\s/;
const YAML_CODE = /^["']?[3-5]\d\d["']?\s*:\s*(?:#.*)?$/;
const ADDRESS = "(?:/|https?://)";
const NETLIFY_LINE = new RegExp(`^${ADDRESS}[^\\s,;|]*[ \\t]+(?:->[ \\t]+)?(?:${ADDRESS}|[^\\s=,;]+=)`, "i");
const CSV_LINE = new RegExp(`^["']?${ADDRESS}[^\\s,;|]*["']?[ ]*[,;|]`, "i");

/** The format of a file, by its heading or else by most of its lines. */
export function formatOf(text: string): Format {
  const lines = linesOf(text.replace(/^\uFEFF/, ""))
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (/^[[{]/.test(lines[0] ?? "")) return "ghost";
  const sample = lines.slice(0, FORMAT_LINES);
  const count = (pattern: RegExp) => sample.filter((line) => pattern.test(line)).length;
  if (count(SERVER_RULE) * 2 > sample.length)
    throw unreadable("Rules of a web server are not supported. Make a CSV of old and new addresses.");
  if (count(YAML_CODE) > 0) return "ghost";
  return !hasHeading(text) && count(NETLIFY_LINE) > count(CSV_LINE) ? "netlify" : "csv";
}

const hasHeading = (text: string) => firstRow(text)?.cells.some(isHeading) ?? false;
const isComment = ({ cells }: CsvRecord) => cells[0]?.trimStart().startsWith("#") ?? false;

function firstRow(text: string): CsvRecord | undefined {
  for (const row of recordsOf(text, layoutOf(text, isHeading)))
    if (!isEmptyRow(row.cells) && !isComment(row)) return row;
  return undefined;
}

const lineOf = (line: number, judged: Judged): ReadLine =>
  "why" in judged
    ? { line, ...judged }
    : { line, from: judged.from, body: { from: judged.from, to: judged.to, code: judged.code, reason: "" } };

/** The columns of a CSV without a heading. */
const PLACES = ["from", "to", "code"];

function readCsv(text: string): ReadLine[] {
  const all = [...recordsOf(text, layoutOf(text, isHeading))];
  const rows = all.filter((row) => !isEmptyRow(row.cells) && !isComment(row));
  const hasHead = hasHeading(text);
  const heads = hasHead ? (rows[0]?.cells.map(columnName) ?? []) : PLACES;
  if (!heads.some(isFromName)) throw unreadable("The file needs columns for the old and the new address.");
  return rows.slice(hasHead ? 1 : 0).map(({ line, cells }) => {
    const named = cells.map((value, at) => ({ name: heads[at] || `column ${at + 1}`, value }));
    return lineOf(line, judgeRow({ line, cells: named }));
  });
}

/** Lines of `_redirects`: from, parameters of a query, to, a code that `!` may follow, and conditions, each by its place. */
function readNetlify(text: string): ReadLine[] {
  return linesOf(text).flatMap((whole, at): ReadLine[] => {
    const all = whole.trim().split(/\s+/);
    const comment = all.findIndex((word) => word.startsWith("#"));
    const words = (comment < 0 ? all : all.slice(0, comment)).filter((word) => word !== "->");
    const [from = "", ...rest] = words;
    if (from === "") return [];
    const line = at + 1;
    const place = Math.max(
      rest.findIndex((word) => /^(?:\/|https?:\/\/)/i.test(word)),
      0,
    );
    const [to = "", code = "", ...conditions] = rest.slice(place);
    const isCode = code === "" || /^\d{3}!?$/.test(code);
    if (place > 0 || conditions.length > 0 || !isCode) return [{ line, from, why: "Conditions are not supported." }];
    const cells = [
      { name: "from", value: from },
      { name: "to", value: to.replaceAll(":splat", "*") },
      { name: "code", value: code.replace(/!$/, "") },
    ];
    return [lineOf(line, judgeRow({ line, cells }))];
  });
}

type Entry = { line: number; from: unknown; to: unknown; code: string };

/** Ghost's `redirects.json`, a list, or `redirects.yaml`, addresses by code; and lists of other programs in JSON. */
function readGhost(text: string): ReadLine[] {
  if (!/^\s*[[{]/.test(text)) return entriesOfYaml(text).map(readEntry);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw unreadable(`The file cannot be read: ${(error as Error).message}`);
  }
  const list = Array.isArray(read) ? read : (Object(read).redirects ?? Object(read).items);
  if (Array.isArray(list)) return list.map((item, at) => readItem(item, at + 1));
  const byCode = Object.entries(Object(read)).filter(([code]) => /^\d{3}$/.test(code));
  const entries = byCode.flatMap(([code, some]) =>
    Object.entries(Object(some)).map(([from, to]) => ({ from, to, code })),
  );
  return entries.map((entry, at) => readEntry({ ...entry, line: at + 1 }));
}

/** An address of Ghost: a regular expression, which `/…/i` makes one that ignores case, as all paths do here. */
function readEntry({ line, from, to, code }: Entry): ReadLine {
  if (typeof from !== "string" || typeof to !== "string") return { line, from: "", why: "This is not a redirect." };
  const simple = fromRegex({ from: /^\/.*\/i$/.test(from) ? from.slice(1, -2) : from, to });
  if (!simple) return { line, from, why: "Regular expressions are not supported." };
  const known = codeOf(code);
  if (known === undefined) return { line, from, why: `Code ${code} is not supported.` };
  return lineOf(line, { ...simple, code: known });
}

/** An object of a list in JSON: Ghost's has three fields, others are read like the columns of a CSV. */
function readItem(item: unknown, line: number): ReadLine {
  const { from, to, permanent, ...others }: Record<string, unknown> = Object(item);
  if (Object.keys(others).length === 0) return readEntry({ line, from, to, code: permanent ? "301" : "302" });
  const cells = cellsOf(Object(item), "");
  if (!cells.some(({ name }) => isFromName(name))) return { line, from: "", why: "This is not a redirect." };
  return lineOf(line, judgeRow({ line, cells }));
}

const MAX_DEPTH = 4;

/** The fields of an object as columns; those of an object in it follow its name. */
function cellsOf(item: object, before: string, depth = 0): { name: string; value: string }[] {
  return Object.entries(item).flatMap(([key, value]) => {
    const name = columnName(`${before} ${key}`);
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    if (typeof value !== "object" || Array.isArray(value) || depth >= MAX_DEPTH)
      return [{ name, value: typeof value === "object" ? JSON.stringify(value) : String(value) }];
    return cellsOf(value, name, depth + 1);
  });
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
