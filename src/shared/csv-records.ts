/** A row: its cells, the line it starts on, and where it ends in the text. */
export type CsvRecord = { cells: string[]; line: number; end: number; isTooLong: boolean };

/** Maximum columns of a CSV; further cells are ignored. */
export const MAX_COLUMNS = 256;

/** Maximum characters of a row. */
const MAX_RECORD_CHARS = 10_000;
/** Rows that are read to find the delimiter. */
const SAMPLE_ROWS = 100;
const DELIMITERS = [",", ";", "\t", "|"];

/** Excel's first line that names the delimiter, for example `sep=;`. */
const SEP_LINE = /^\uFEFF?"?sep=([,;\t|])"?(\r\n|\r|\n)/i;

/** The start of a CSV's rows, and their delimiter. */
export type CsvLayout = { delimiter: string; start: number; line: number };

/** Finds the delimiter: the one of a `sep=` line, or the one that gives equal columns outside quotes. */
export function layoutOf(csv: string, isKnown: (heading: string) => boolean): CsvLayout {
  const sep = SEP_LINE.exec(csv);
  if (sep) return { delimiter: sep[1] ?? ",", start: sep[0].length, line: 2 };
  const start = csv.startsWith("\uFEFF") ? 1 : 0;
  const layouts = DELIMITERS.map((delimiter) => ({ delimiter, start, line: 1 }));
  const judged = layouts.map((layout) => ({ layout, ...judge(csv, layout, isKnown) }));
  judged.sort((a, b) => Number(b.isKnown) - Number(a.isKnown) || b.equal - a.equal || b.columns - a.columns);
  return judged[0]?.layout ?? { delimiter: ",", start, line: 1 };
}

/** Rates a delimiter by the first rows: known headings, the share of rows with equal columns, their number. */
function judge(csv: string, layout: CsvLayout, isKnown: (heading: string) => boolean) {
  const rows: string[][] = [];
  for (const { cells } of recordsOf(csv, layout)) {
    if (!isEmptyRow(cells) && rows.push(cells) === SAMPLE_ROWS) break;
  }
  const columns = rows[0]?.length ?? 0;
  if (columns < 2) return { isKnown: false, equal: 0, columns };
  const equal = rows.filter((cells) => cells.length === columns).length / rows.length;
  return { isKnown: rows[0]?.some(isKnown) ?? false, equal, columns };
}

export const isEmptyRow = (cells: string[]): boolean => cells.every((cell) => cell.trim() === "");

/**
 * Returns the rows of a CSV, including empty ones. Nothing is an error: a quote that is never closed, or is followed by text, is
 * part of its cell, and the rows after it are read as usual. Takes linear time.
 */
export function* recordsOf(csv: string, { delimiter, start, line: firstLine }: CsvLayout): Generator<CsvRecord> {
  let at = start;
  let line = firstLine;
  let cells: string[] = [];
  let rowAt = at;
  let rowLine = line;
  while (at < csv.length) {
    const end = isQuoted(csv, at) ? endOfQuoted(csv, at, delimiter, rowAt) : -1;
    const next = end < 0 ? endOfPlain(csv, at, delimiter) : skipSpaces(csv, end + 1);
    const cell = end < 0 ? csv.slice(at, next) : csv.slice(csv.indexOf('"', at) + 1, end).replaceAll('""', '"');
    if (cells.length <= MAX_COLUMNS) cells.push(cell);
    line += end < 0 ? 0 : linesIn(cell);
    at = next + 1;
    if (next < csv.length && csv[next] === delimiter && next + 1 < csv.length) continue;
    if (csv[next] === delimiter) cells.push("");
    if (csv[next] === "\r" && csv[at] === "\n") at += 1;
    yield { cells, line: rowLine, end: at, isTooLong: next - rowAt > MAX_RECORD_CHARS };
    line += 1;
    cells = [];
    rowAt = at;
    rowLine = line;
  }
}

const isSpace = (sign: string | undefined) => sign === " ";
const isLineEnd = (sign: string | undefined) => sign === "\n" || sign === "\r";
const isQuoted = (csv: string, at: number) => csv[skipSpaces(csv, at)] === '"';
const linesIn = (text: string) => text.split(/\r\n|\r|\n/).length - 1;

function skipSpaces(csv: string, at: number): number {
  let next = at;
  while (isSpace(csv[next])) next += 1;
  return next;
}

/** The closing quote of a quoted cell; -1 if there is none, or other text follows it. */
function endOfQuoted(csv: string, at: number, delimiter: string, rowAt: number): number {
  let from = csv.indexOf('"', at) + 1;
  while (from < csv.length && from - rowAt <= MAX_RECORD_CHARS) {
    const quote = csv.indexOf('"', from);
    if (quote < 0 || quote - rowAt > MAX_RECORD_CHARS) return -1;
    if (csv[quote + 1] === '"') {
      from = quote + 2;
      continue;
    }
    const next = skipSpaces(csv, quote + 1);
    return next >= csv.length || csv[next] === delimiter || isLineEnd(csv[next]) ? quote : -1;
  }
  return -1;
}

function endOfPlain(csv: string, at: number, delimiter: string): number {
  let next = at;
  while (next < csv.length && csv[next] !== delimiter && !isLineEnd(csv[next])) next += 1;
  return next;
}
