import { parse as parseToml } from "smol-toml";
import { parseDocument } from "yaml";

/** A field's value: all scalars are texts, as they are written; a list; or named values. */
export type Value = string | readonly Value[] | { readonly [name: string]: Value };
export type Fields = { readonly [name: string]: Value };

/** `problem`: why the fields may be incomplete; empty if they are not. */
export type FrontMatter = { fields: Fields; body: string; problem: string };

/** Longer than any front matter; parsing takes longer than linear time. */
const MAX_CHARS = 16 * 1024;
/** Where the end of front matter is looked for. */
export const MAX_FENCED = 256 * 1024;
const MAX_DEPTH = 6;
const MAX_VALUES = 5_000;
/** Keys on lines of their own, after a question mark. */
const MAX_KEYS_APART = 10;

const YAML_OPTIONS = {
  schema: "failsafe",
  uniqueKeys: false,
  prettyErrors: false,
  strict: false,
  merge: true,
} as const;

/** YAML with all scalars as texts: `published: no` and `title: 007` stay what was written. Throws for what cannot be read. */
export function parseYaml(given: string): { fields: Fields; problem: string } {
  const text = given.replace(/^[ \t]*#.*\n/gm, "");
  if (text.length > MAX_CHARS) return { fields: {}, problem: "it is too long" };
  if (isKnotted(text)) return { fields: {}, problem: "it is nested too deeply" };
  const read = (given: string) => {
    const document = parseDocument(given, { ...YAML_OPTIONS, logLevel: "silent" });
    return { document, problem: document.errors[0]?.message ?? "" };
  };
  let { document, problem } = read(text);
  // A title with a colon is the most frequent mistake, and its meaning is certain.
  if (problem !== "") {
    const quoted = read(withQuotedColons(text));
    if (quoted.problem === "") ({ document, problem } = quoted);
  }
  return { fields: fieldsOf(document.toJS({ maxAliasCount: 20 })), problem };
}

/** Nested keys that are lists or maps themselves take the parser exponential time. */
function isKnotted(text: string): boolean {
  let depth = 0;
  for (const [sign] of text.matchAll(/[{}[\]]/g)) {
    depth = Math.max(0, depth + (sign === "{" || sign === "[" ? 1 : -1));
    if (depth > MAX_DEPTH) return true;
  }
  return (text.match(/(?:^|[\s{[,])\?(?=\s)/g)?.length ?? 0) > MAX_KEYS_APART;
}

const COLON_IN_VALUE = /^([\w-]{1,60}:[ \t]+)([^\s"'[{|>&*!#%@`].*)$/;
const withQuotedColons = (text: string): string =>
  text
    .split("\n")
    .map((line) => {
      const [, name, value = ""] = COLON_IN_VALUE.exec(line.trimEnd()) ?? [];
      return name && value.includes(":") ? `${name}${JSON.stringify(value)}` : line;
    })
    .join("\n");

/** The values of parsed YAML, TOML or JSON. Deeper and further ones than any front matter has are left out. */
export function fieldsOf(parsed: unknown): Fields {
  let left = MAX_VALUES;
  const toValue = (given: unknown, depth: number): Value => {
    left -= 1;
    if (left < 0 || depth > MAX_DEPTH || given === null || given === undefined) return "";
    if (given instanceof Date) return given.toISOString();
    if (Array.isArray(given)) return given.slice(0, Math.max(left, 0)).map((one) => toValue(one, depth + 1));
    if (typeof given !== "object") return String(given);
    const named = Object.entries(given).slice(0, Math.max(left, 0));
    return Object.fromEntries(named.map(([name, value]) => [name, toValue(value, depth + 1)]));
  };
  const value = toValue(parsed, 0);
  // A list has the places of its values as names.
  return typeof value === "string" ? {} : { ...(value as Fields) };
}

export const isNamed = (value: Value | undefined): value is Fields =>
  typeof value === "object" && !Array.isArray(value);

/** Parses a file of data by the ending of its name. An unreadable one has no fields. */
export function parseData(name: string, text: string): Fields {
  try {
    if (/\.json$/i.test(name)) return fieldsOf(JSON.parse(text));
    return /\.toml$/i.test(name) ? fieldsOf(parseToml(text)) : parseYaml(text).fields;
  } catch {
    return {};
  }
}

/** Lines that begin front matter, its format, and the line that ends it. */
const FENCES: readonly { start: RegExp; end: RegExp; format: "yaml" | "toml" | "json" | "program" }[] = [
  { start: /^---(?: ?ya?ml)?$/i, end: /^(?:---|\.\.\.)[ \t]*$/, format: "yaml" },
  { start: /^--- ?toml$/i, end: /^---[ \t]*$/, format: "toml" },
  { start: /^--- ?json$/i, end: /^---[ \t]*$/, format: "json" },
  { start: /^\+\+\+$/, end: /^\+\+\+[ \t]*$/, format: "toml" },
  { start: /^--- ?(?:js|javascript|coffee|ts)$/i, end: /^---[ \t]*$/, format: "program" },
  { start: /^;;;$/, end: /^;;;[ \t]*$/, format: "json" },
  { start: /^\{$/, end: /^\}[ \t]*$/, format: "json" },
];
/** A list of fields without lines around it, as Pelican, MultiMarkdown and Nikola have. */
const HEADER_LINE = /^(?:\.\. )?([A-Za-z][\w -]{0,40}):(?:[ \t](.*))?$/;
const HEADER_START =
  /^(?:\.\. )?(?:title|date|author|authors|slug|status|category|tags|layout|draft|published|summary)[ \t]*:/i;

/** Splits a text into its fields and its body. */
export function readFrontMatter(given: string): FrontMatter {
  const text = given
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n")
    .replace(/^\n+/, "");
  const end = text.indexOf("\n");
  const first = text.slice(0, end < 0 ? 200 : Math.min(end, 200)).trimEnd();
  const fence = FENCES.find(({ start }) => start.test(first));
  if (fence) return fenced(text, fence);
  return HEADER_START.test(first) ? headed(text) : { fields: {}, body: text, problem: "" };
}

function fenced(text: string, { end, format }: (typeof FENCES)[number]): FrontMatter {
  const lines = text.slice(0, MAX_FENCED).split("\n");
  const at = lines.findIndex((line, index) => index > 0 && end.test(line));
  // A line of dashes alone may also be a rule of the text.
  if (at < 0) return { fields: {}, body: text, problem: "it has no end" };
  const inner = lines.slice(1, at).join("\n");
  const length = lines.slice(0, at + 1).join("\n").length;
  const body = text.slice(length).replace(/^\n+/, "");
  if (format === "program") return { fields: {}, body, problem: "it is a program" };
  try {
    if (inner.length > MAX_CHARS) {
      const { kept, left } = format === "yaml" ? withoutLongest(inner) : { kept: "", left: [] };
      const missing = left.length > 0 ? `, without ${left.join(", ")}` : "";
      return { fields: parseYaml(kept).fields, body, problem: `it is too long${missing}` };
    }
    if (format === "yaml") return { ...parseYaml(inner), body };
    if (format === "toml") return { fields: fieldsOf(parseToml(inner)), body, problem: "" };
    const braced = inner.trimStart().startsWith("{") ? inner : `{${inner}}`;
    return { fields: fieldsOf(JSON.parse(braced)), body, problem: "" };
  } catch (error) {
    return { fields: {}, body, problem: reasonOf(error) };
  }
}

/** YAML without its longest fields, so that it can be read: importers write caches and fields of plugins into it. */
function withoutLongest(yaml: string): { kept: string; left: string[] } {
  const fields = yaml.split(/\n(?=[^\s#-])/);
  const left = new Set<string>();
  let { length } = yaml;
  for (const longest of fields.toSorted((a, b) => b.length - a.length)) {
    if (length <= MAX_CHARS) break;
    left.add(longest);
    length -= longest.length + 1;
  }
  const names = [...left].slice(0, 5).map((field) => field.slice(0, 60).split(":", 1)[0] ?? "");
  return { kept: fields.filter((field) => !left.has(field)).join("\n"), left: names };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? (error.message.split("\n")[0] ?? "") : "");

function headed(text: string): FrontMatter {
  const fields: Record<string, string> = {};
  let at = 0;
  while (at < text.length && at < MAX_CHARS) {
    const next = text.indexOf("\n", at);
    const line = next < 0 ? text.slice(at) : text.slice(at, next);
    const [, name, value = ""] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined) break;
    fields[name.toLowerCase().trim()] = value.trim();
    at = next < 0 ? text.length : next + 1;
  }
  return { fields, body: text.slice(at).replace(/^\n+/, ""), problem: "" };
}
