import { setImmediate as otherTasks } from "node:timers/promises";
import { type CsvLayout, type CsvRecord, isEmptyRow, layoutOf, recordsOf } from "#shared/csv-records.ts";
import { InvalidError } from "#shared/errors.ts";
import { emailAddress } from "#shared/schema.ts";
import type { ImportAnswers, ImportReport } from "./endpoints.ts";
import { needsAnswers, type RowReader, rowReader, Surveyor } from "./internal/survey.ts";
import { isEmailHeading } from "./internal/words.ts";

/** The message for a subscriber that does not exist. */
export const NO_SUBSCRIBER = "Subscriber not found.";

/** The kinds of task that import a large file, and preview its import. */
export const IMPORT_TASK = "import-subscribers";
export const IMPORT_CHECK_TASK = "check-subscribers";

/** Maximum number of rows per import. */
const MAX_ROWS = 200_000;
/** Characters read before other tasks can run: a file of 8 MB takes a few seconds in total. */
const SLICE_CHARS = 16_384;
const MAX_PROBLEMS = 100;
const MAX_SHOWN_CHARS = 100;

/** A person whom a file lists as subscribed. `since` in epoch milliseconds, if the file has it. */
export type ListedReader = { email: string; name: string; since: number | null };

/** The parsed file: its columns, the subscribers, and the problems of the other rows. */
export type ReadList = Pick<
  ImportReport,
  "rows" | "repeated" | "invalid" | "problems" | "columns" | "statuses" | "unclear"
> & {
  readers: ListedReader[];
  /** The number of addresses that the file itself calls unsubscribed, pending or unreachable. */
  left: number;
  /** The question that must be answered before the file can be imported; null if there is none. */
  question: string | null;
};

/**
 * Parses a CSV of subscribers, with or without a header, from our own export or another service's. Columns are found by
 * their headings and content; `answers` are the editor's corrections. Lets other tasks run while parsing. Throws
 * `InvalidError` for a file with too many rows or columns.
 */
export async function readSubscriberList(csv: string, answers: ImportAnswers = {}): Promise<ReadList> {
  const layout = layoutOf(csv, isEmailHeading);
  const surveyor = new Surveyor();
  await eachRow(csv, layout, (row) => surveyor.add(row));
  const survey = surveyor.finish(answers);
  const rows = rowReader(survey, answers);
  const list: ReadList = {
    rows: 0,
    repeated: 0,
    invalid: 0,
    unclear: 0,
    left: 0,
    problems: [],
    readers: [],
    columns: survey.columns,
    statuses: survey.statuses,
    question: needsAnswers(survey),
  };
  const found: Found = new Map();
  let isHeading = survey.hasHeadings;
  await eachRow(csv, layout, (row) => {
    if (!isHeading) addRow(list, found, row, rows);
    isHeading = false;
  });
  for (const { reader, meaning } of found.values()) {
    if (meaning === "subscribed") list.readers.push(reader);
    else list[meaning === "left" ? "left" : "unclear"] += 1;
  }
  return list;
}

type Found = Map<string, { reader: ListedReader; meaning: "subscribed" | "left" | "unknown" }>;
const WEIGHT = { subscribed: 0, unknown: 1, left: 2 };

function addRow(list: ReadList, found: Found, row: CsvRecord, { emailIn, problemIn, read }: RowReader): void {
  list.rows += 1;
  const given = emailIn(row.cells);
  const parsed = emailAddress.safeParse(given);
  const problem = problemIn(row) ?? (parsed.success ? null : parsed.error.issues[0]?.message);
  if (!parsed.success || problem) {
    list.invalid += 1;
    if (list.problems.length < MAX_PROBLEMS) {
      const value = (given || row.cells.join(",")).slice(0, MAX_SHOWN_CHARS).toWellFormed();
      list.problems.push({ line: row.line, value, problem: problem ?? "This is not an email address." });
    }
    return;
  }
  const email = parsed.data;
  const { meaning, name, since } = read(row.cells);
  const before = found.get(email);
  if (!before) {
    found.set(email, { reader: { email, name, since }, meaning });
    return;
  }
  list.repeated += 1;
  // If several lists were joined, a person who unsubscribed from one counts as unsubscribed.
  if (WEIGHT[meaning] > WEIGHT[before.meaning]) before.meaning = meaning;
  before.reader.name ||= name;
  before.reader.since ??= since;
}

/** Calls back for every row that is not empty, one slice of the text at a time. */
async function eachRow(csv: string, layout: CsvLayout, onRow: (row: CsvRecord) => void): Promise<void> {
  let count = 0;
  let sliceEnd = SLICE_CHARS;
  for (const row of recordsOf(csv, layout)) {
    if (!isEmptyRow(row.cells)) {
      count += 1;
      if (count > MAX_ROWS + 1) {
        const detail = `The CSV has more than ${MAX_ROWS} rows. Please split it.`;
        throw new InvalidError("invalid_csv", detail, { csv: detail });
      }
      onRow(row);
    }
    if (row.end < sliceEnd) continue;
    sliceEnd = row.end + SLICE_CHARS;
    await otherTasks();
  }
}
