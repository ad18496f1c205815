import { createHash } from "node:crypto";
import { safeEncode, z } from "zod";
import type { Endpoint, EndpointName } from "#shared/endpoint.ts";
import { GoneError, InvalidError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { cursorOf, MAX_CURSOR, positionIn } from "./cursor.ts";

/** Forms of a list besides its own, a plain array. */
const forms = {
  fields: z.string().max(1_000).optional().describe("Only these fields of each row, separated by commas"),
  cursor: z
    .string()
    .max(MAX_CURSOR)
    .optional()
    .describe(
      "Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end",
    ),
};
const changed = {
  updated_since: z.iso
    .datetime({ offset: true, error: "Updated since must be an ISO 8601 date and time." })
    .optional()
    .meta({
      type: "string",
      format: "date-time",
      description: "Only rows published or changed since, as with `cursor`: a page may have few of them, or none",
    }),
};

/** The parameters of all lists. */
export const LIST_PARAMETERS = [...Object.keys(forms), ...Object.keys(changed)];

/** The times that say when a row changed last, by the names of its fields. */
const CHANGE_TIMES = ["updated", "updated_at", "last_updated", "last_edited"];
/** The field of related rows, which `include` adds. */
const INCLUDED = "included";
const TIMES = [...CHANGE_TIMES, "published_date"];

/** The fields that name a row: the first of these whose last field the list has. */
const KEYS = [["type", "id"], ["article", "n"], ["slug"], ["path"], ["symbol"], ["language"], ["name"], ["kind"]];

type Row = Record<string, unknown>;
type Asked = { fields?: string; cursor?: string; updated_since?: string };
type Head = { header: (name: string, value: string | number) => unknown; status: (code: number) => unknown };
type ListCall = { query: unknown; headers: { accept?: string | undefined } };
type Handler<Call> = (call: Call, head: Head) => unknown;

/** A list: the schema of its rows, their fields, and its own parameters. */
type List = {
  rows: z.ZodArray;
  fields: readonly string[];
  parameters: readonly string[];
  isPaged: boolean;
  /** Whether it is also a CSV, which has all rows and fields. */
  isFile: boolean;
};

/** The list that an endpoint returns; undefined for any other endpoint. */
export function listOf(name: EndpointName, { response, query }: Endpoint): List | undefined {
  const sent = name.startsWith("GET ") ? response?.[200] : undefined;
  const content = sent && !(sent instanceof z.ZodType) ? sent.content : undefined;
  const rows = content ? content["application/json"]?.schema : sent;
  if (!(rows instanceof z.ZodArray)) return undefined;
  const parameters = Object.keys(query?.shape ?? {});
  const [isPaged, isFile] = [parameters.includes("offset"), content?.["text/csv"] !== undefined];
  return { rows, fields: fieldsOf(rows.element), parameters, isPaged, isFile };
}

function fieldsOf(row: unknown): string[] {
  if (row instanceof z.ZodObject) return Object.keys(row.shape);
  return row instanceof z.ZodUnion ? [...new Set(row.options.flatMap(fieldsOf))] : [];
}

/** The parameters of an endpoint, with those of all lists. */
export function queryOf(name: EndpointName, endpoint: Endpoint): z.ZodObject | undefined {
  const list = listOf(name, endpoint);
  if (!list) return endpoint.query;
  const isDated = CHANGE_TIMES.some((field) => list.fields.includes(field));
  return (endpoint.query ?? z.object({})).extend({ ...forms, ...(isDated && changed) });
}

/** Whether a request asks for another form of a list. */
export const asksForForm = (query: unknown): boolean =>
  LIST_PARAMETERS.some((name) => Object(query)[name] !== undefined);

/** Calls the handler of a list, and returns its rows in the form that the request at `url` asks for. */
export async function readList<Call extends ListCall>(
  list: List,
  { call, head, url }: { call: Call; head: Head; url: string },
  handler: Handler<Call>,
): Promise<unknown> {
  const { fields, cursor, updated_since: since, ...query } = Object(call.query) as Row & Asked;
  if (list.isFile && /\btext\/csv\b/i.test(call.headers.accept ?? "")) return handler({ ...call, query }, head);
  const pick = fields === undefined ? undefined : pickerOf(list, fields);
  let total: number | undefined;
  const read = async (page?: { limit: number; offset: number }) =>
    handler(
      { ...call, query: { ...query, ...page } },
      {
        header: (name, value) => {
          if (name === TOTAL_HEADER) total = Number(value);
          head.header(name, value);
        },
        status: (code) => head.status(code),
      },
    );
  const { limit = MAX_ROWS, offset = 0 } = list.isPaged ? (query as { limit?: number; offset?: number }) : {};
  if (cursor === undefined && since === undefined) {
    const rows = await read();
    if (list.isPaged && total !== undefined) sendLinks(head, neighbours({ list, url, limit, offset, total }));
    return pick ? encoded(list, rows).map(pick) : rows;
  }
  const whole = list.isPaged ? undefined : encoded(list, await read());
  const pageAt: PageAt = async (page) => {
    if (whole) return { rows: whole.slice(page.offset, page.offset + page.limit), total: whole.length };
    const rows = encoded(list, await read(page));
    return { rows, total: total ?? 0 };
  };
  const keeps = since === undefined ? () => true : isSince(Date.parse(since));
  const { rows, next } = await readAfter(cursor ?? "", { limit, keeps, keyOf: keyOf(list) }, pageAt);
  if (next !== null) sendLinks(head, [addressOf(list, url, { cursor: next, rel: "next" })]);
  return { results: pick ? rows.map(pick) : rows, next_cursor: next };
}

/** The rows as their schema sends them. */
function encoded({ rows: schema }: List, rows: unknown): Row[] {
  const { data, error } = safeEncode(schema, rows as unknown[]);
  if (error) throw new Error("A list does not match its schema.", { cause: error });
  return data as Row[];
}

function pickerOf({ fields: known }: List, fields: string): (row: Row) => Row {
  const names = fields.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const hint = `Known fields: ${known.join(", ")}.`;
    throw new InvalidError("unknown_field", `Unknown field: ${unknown.slice(0, 100)}. ${hint}`, { fields: hint });
  }
  // What `include` adds was asked for.
  return (row) => Object.fromEntries([...names, INCLUDED].flatMap((name) => (name in row ? [[name, row[name]]] : [])));
}

/** Whether a row has a time that is not before `since`. */
const isSince = (since: number) => (row: Row) => TIMES.some((field) => Date.parse(String(row[field])) >= since);

/** Names the rows of a list in few characters. */
function keyOf({ fields }: List): (row: Row) => string {
  const names = KEYS.find((key) => fields.includes(key.at(-1) ?? "")) ?? fields;
  return (row) =>
    createHash("sha256")
      .update(JSON.stringify(names.map((name) => row[name])))
      .digest("base64url")
      .slice(0, 16);
}

/** The most rows in a page. */
const MAX_ROWS = 100;
/** How many rows before it a cursor names: one of them may have been deleted. */
const NAMED = 3;
const STEP = MAX_ROWS - NAMED;
/** How many further pages are searched for rows that have moved: most lists grow at their start. */
const [MAX_FURTHER, MAX_BEFORE] = [5, 3];

const position = z.strictObject({
  at: z.int().min(0).max(100_000_000),
  after: z.array(z.string().max(16)).min(1).max(NAMED),
});
const EXPIRED = "The rows before the cursor are gone: start again without one.";

type PageAt = (page: { limit: number; offset: number }) => Promise<{ rows: Row[]; total: number }>;
type Wanted = { limit: number; keeps: (row: Row) => boolean; keyOf: (row: Row) => string };

/** The rows after those that a cursor names, wherever these are now. */
async function readAfter(cursor: string, { limit, keeps, keyOf: nameOf }: Wanted, pageAt: PageAt) {
  const { at, after } = cursor === "" ? { at: 0, after: [] } : positionIn(cursor, position);
  let offset = Math.max(0, at - NAMED);
  let page = await pageAt({ offset, limit: MAX_ROWS });
  const lastNamed = () => page.rows.findLastIndex((row) => after.includes(nameOf(row)));
  for (const further of after.length > 0 && lastNamed() === -1 ? offsetsAround(offset, page.total) : []) {
    offset = further;
    page = await pageAt({ offset, limit: MAX_ROWS });
    if (lastNamed() !== -1) break;
  }
  let end = lastNamed() + 1;
  if (end === 0 && after.length > 0) throw new GoneError("cursor_expired", EXPIRED);
  const rows: Row[] = [];
  for (; end < page.rows.length && rows.length < limit; end += 1) {
    const row = page.rows[end];
    if (row && keeps(row)) rows.push(row);
  }
  const before = page.rows.slice(Math.max(0, end - NAMED), end).map(nameOf);
  const isEnd = end === 0 || offset + end >= page.total;
  return { rows, next: isEnd ? null : cursorOf({ at: offset + end, after: before }) };
}

/** Where to look for rows that are no longer at `start`: further on, then before. */
function offsetsAround(start: number, total: number): number[] {
  const steps = (count: number) => Array.from({ length: count }, (_, index) => (index + 1) * STEP);
  const end = Math.min(start, total);
  return [
    ...steps(MAX_FURTHER).map((step) => start + step),
    ...steps(MAX_BEFORE).map((step) => Math.max(0, end - step)),
  ].filter((offset, index, all) => offset < total && all.indexOf(offset) === index);
}

type Place = { list: List; url: string; limit: number; offset: number; total: number };

function neighbours({ list, url, limit, offset, total }: Place): string[] {
  const at = (start: number, rel: string) => addressOf(list, url, { limit, offset: start, rel });
  return [
    ...(offset > 0 ? [at(Math.max(0, offset - limit), "prev")] : []),
    ...(offset + limit < total ? [at(offset + limit, "next")] : []),
  ];
}

/** The link to another page of the list at `url`. */
function addressOf(list: List, url: string, { rel, ...place }: { rel: string } & Record<string, string | number>) {
  // Without the host, which a client can name in the request line.
  const { pathname, searchParams } = new URL(url.slice(url.indexOf("/api/")), "http://host");
  const known = [...list.parameters, ...LIST_PARAMETERS];
  const kept = [...searchParams].filter(([name]) => known.includes(name) && !(name in place));
  const all = [...kept, ...Object.entries(place).map(([name, value]) => [name, String(value)])];
  return `<${pathname}?${new URLSearchParams(all)}>; rel="${rel}"`;
}

function sendLinks(head: Head, links: string[]): void {
  if (links.length > 0) head.header("link", links.join(", "));
}
