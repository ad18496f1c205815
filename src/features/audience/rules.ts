import { parse } from "csv-parse/sync";
import { emailAddress } from "#shared/email.ts";
import { InvalidError } from "#shared/errors.ts";
import type { ImportReport } from "./schema.ts";

/** What is said of a subscriber that does not exist. */
export const NO_SUBSCRIBER = "There is no such subscriber.";

/** More rows than this are not taken at once. */
const MOST_ROWS = 200_000;
const MOST_PROBLEMS = 100;
const LONGEST_SHOWN = 100;

/** What a file of subscribers says: who is new in it, and what is wrong with the others. */
export type ReadList = Pick<ImportReport, "rows" | "repeated" | "invalid" | "problems"> & {
  emails: string[];
  /** Marked as unsubscribed or pending by the file itself. */
  left: string[];
};

/**
 * Reads a CSV of subscribers: with a head that names a column `email` (and perhaps `status`, as our own export has),
 * or without one, where the first cell with an @ counts. Commas, semicolons or tabs. Throws `InvalidError`.
 */
export function readSubscriberList(csv: string): ReadList {
  const rows = parseCsv(csv);
  const head = rows[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const emailColumn = head.findIndex((cell) => /^e-?mail([ _-]?address)?$/.test(cell));
  const statusColumn = emailColumn < 0 ? -1 : head.indexOf("status");
  const list: ReadList = { rows: 0, repeated: 0, invalid: 0, problems: [], emails: [], left: [] };
  const seen = new Set<string>();
  for (const { cells, line } of emailColumn < 0 ? rows : rows.slice(1)) {
    list.rows += 1;
    const value = (emailColumn < 0 ? cells.find((cell) => cell.includes("@")) : cells[emailColumn]) ?? "";
    const parsed = emailAddress.safeParse(value);
    if (!parsed.success) {
      list.invalid += 1;
      const problem = parsed.error.issues[0]?.message ?? "This is no email address.";
      if (list.problems.length < MOST_PROBLEMS)
        list.problems.push({ line, value: (value || cells.join(",")).slice(0, LONGEST_SHOWN).toWellFormed(), problem });
    } else if (seen.has(parsed.data)) list.repeated += 1;
    else {
      seen.add(parsed.data);
      const status = (cells[statusColumn] ?? "active").trim().toLowerCase();
      (["active", "subscribed", ""].includes(status) ? list.emails : list.left).push(parsed.data);
    }
  }
  return list;
}

function parseCsv(csv: string): { cells: string[]; line: number }[] {
  const firstLine = csv.slice(0, 2_000).split(/[\r\n]/, 1)[0] ?? "";
  const delimiter = [";", "\t"].find((sign) => firstLine.includes(sign)) ?? ",";
  let rows: { record: string[]; info: { lines: number } }[];
  try {
    rows = parse(csv, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 10_000,
      to: MOST_ROWS + 2,
    }) as unknown as typeof rows;
  } catch (error) {
    const detail = `The CSV cannot be read: ${(error as Error).message}.`.slice(0, 300);
    throw new InvalidError(detail, { csv: detail });
  }
  if (rows.length > MOST_ROWS + 1) {
    const detail = `The CSV has more than ${MOST_ROWS} rows. Please split it.`;
    throw new InvalidError(detail, { csv: detail });
  }
  return rows
    .map(({ record, info }) => ({ cells: record, line: info.lines }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
}
