/** Whether a column writes 31/12/2026 or 12/31/2026; null where its dates fit both. */
export type DateOrder = "day" | "month" | null;

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})/;
/** An exact time with its zone, as `Date` reads it. */
const EXACT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
const EPOCH = /^\d{10}(?:\d{3})?$/;
const EARLIEST = Date.UTC(1990, 0, 1);

/** What a date shows about the order of day and month in its column. */
export function orderIn(cell: string): DateOrder {
  const [, first, sign, second] = YEAR_LAST.exec(cell) ?? [];
  if (sign === "." || Number(first) > 12) return "day";
  return Number(second) > 12 ? "month" : null;
}

/** The start of the day, or the exact time, that a cell names, in epoch milliseconds; null if it is not certain. */
export function dateIn(cell: string, order: DateOrder): number | null {
  const text = cell.trim();
  const time = EXACT.test(text) ? Date.parse(text) : EPOCH.test(text) ? epochOf(text) : dayIn(text, order);
  return Number.isFinite(time) && time >= EARLIEST ? time : null;
}

const epochOf = (digits: string) => Number(digits.padEnd(13, "0"));

function dayIn(text: string, order: DateOrder): number {
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? [];
  if (year !== undefined) return utcDay(Number(year), Number(month), Number(day));
  const [, first, , second, last] = YEAR_LAST.exec(text) ?? [];
  if (order === null || last === undefined) return Number.NaN;
  return order === "day"
    ? utcDay(Number(last), Number(second), Number(first))
    : utcDay(Number(last), Number(first), Number(second));
}

function utcDay(year: number, month: number, day: number): number {
  const time = Date.UTC(year, month - 1, day);
  return new Date(time).getUTCDate() === day ? time : Number.NaN;
}
