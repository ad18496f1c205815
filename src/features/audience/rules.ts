import { setImmediate as otherTasks } from "node:timers/promises";
import { parse } from "csv-parse";
import { emailAddress } from "#shared/email.ts";
import { InvalidError } from "#shared/errors.ts";
import type { ImportReport } from "./schema.ts";

/** The message for a subscriber that does not exist. */
export const NO_SUBSCRIBER = "There is no such subscriber.";

/** The kinds of task that import a large file, and check what that would do. */
export const IMPORT_TASK = "import-subscribers";
export const IMPORT_CHECK_TASK = "check-subscribers";

/** Maximum number of rows per import. */
const MAX_ROWS = 200_000;
/** Bytes parsed before other tasks can run: a file of 8 MB takes a second or two in total. */
const SLICE_BYTES = 16_384;
const MAX_PROBLEMS = 100;
const MAX_SHOWN_CHARS = 100;

/** The parsed file: the valid addresses, and the problems of the other rows. */
export type ReadList = Pick<ImportReport, "rows" | "repeated" | "invalid" | "problems"> & {
  emails: string[];
  /** Marked as unsubscribed or pending by the file itself. */
  left: string[];
};

/** Cells of our own export that are escaped because a spreadsheet would read them as formulas (present.ts). */
const MARKED_AS_TEXT = /^'(?='*[=+\-@])/;

/**
 * Parses a CSV of subscribers: with a header that names a column `email` (and optionally `status`, as in our own
 * export), or without one, in which case the first cell with an @ counts. Separated by commas, semicolons or tabs. Lets
 * other tasks run while parsing. Throws `InvalidError`.
 */
export async function readSubscriberList(csv: string): Promise<ReadList> {
  const list: ReadList = { rows: 0, repeated: 0, invalid: 0, problems: [], emails: [], left: [] };
  // By address, whether every row that names it says that it is subscribed.
  const subscribed = new Map<string, boolean>();
  let columns: { email: number; status: number } | undefined;
  let count = 0;
  for await (const { record: cells, info } of recordsOf(csv)) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    count += 1;
    if (count > MAX_ROWS + 1) {
      const detail = `The CSV has more than ${MAX_ROWS} rows. Please split it.`;
      throw new InvalidError(detail, { csv: detail });
    }
    if (!columns) {
      const head = cells.map((cell) => cell.trim().toLowerCase());
      const email = head.findIndex((cell) => /^e-?mail([ _-]?address)?$/.test(cell));
      columns = { email, status: email < 0 ? -1 : head.indexOf("status") };
      if (email >= 0) continue;
    }
    addRow(list, subscribed, { cells, line: info.lines, columns });
  }
  for (const [email, isSubscribed] of subscribed) (isSubscribed ? list.emails : list.left).push(email);
  return list;
}

type Row = { cells: string[]; line: number; columns: { email: number; status: number } };

function addRow(list: ReadList, subscribed: Map<string, boolean>, { cells, line, columns }: Row): void {
  list.rows += 1;
  const value = (columns.email < 0 ? cells.find((cell) => cell.includes("@")) : cells[columns.email]) ?? "";
  const parsed = emailAddress.safeParse(value.replace(MARKED_AS_TEXT, ""));
  if (!parsed.success) {
    list.invalid += 1;
    const problem = parsed.error.issues[0]?.message ?? "This is no email address.";
    if (list.problems.length < MAX_PROBLEMS)
      list.problems.push({ line, value: (value || cells.join(",")).slice(0, MAX_SHOWN_CHARS).toWellFormed(), problem });
    return;
  }
  const before = subscribed.get(parsed.data);
  if (before !== undefined) list.repeated += 1;
  const status = (cells[columns.status] ?? "active").trim().toLowerCase();
  // Who unsubscribed in one of several lists that were joined has unsubscribed.
  subscribed.set(parsed.data, before !== false && ["active", "subscribed", ""].includes(status));
}

type CsvRecord = { record: string[]; info: { lines: number } };

/** The records of a CSV, parsed one slice of the text at a time. */
async function* recordsOf(csv: string): AsyncGenerator<CsvRecord> {
  const firstLine = csv.slice(0, 2_000).split(/[\r\n]/, 1)[0] ?? "";
  const delimiter = [";", "\t"].find((sign) => firstLine.includes(sign)) ?? ",";
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 10_000,
  });
  let failure: Error | undefined;
  parser.on("error", (error) => {
    failure = error;
  });
  // As bytes, since a slice may end inside a character.
  const bytes = Buffer.from(csv);
  try {
    for (let at = 0; at < bytes.length && !failure; at += SLICE_BYTES) {
      parser.write(bytes.subarray(at, at + SLICE_BYTES));
      for (let row: CsvRecord | null = parser.read(); row !== null; row = parser.read()) yield row;
      await otherTasks();
    }
    if (failure) throw failure;
    parser.end();
    for await (const row of parser) yield row;
  } catch (error) {
    const detail = `The CSV cannot be read: ${(error as Error).message}.`.slice(0, 300);
    throw new InvalidError(detail, { csv: detail });
  }
}
