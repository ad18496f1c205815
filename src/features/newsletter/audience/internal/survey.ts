import { type CsvRecord, MAX_COLUMNS } from "#shared/csv-records.ts";
import { InvalidError } from "#shared/errors.ts";
import {
  type ColumnRole,
  type ImportAnswers,
  type ImportColumn,
  type ImportReport,
  MAX_STATUSES,
} from "../endpoints.ts";
import {
  type ColumnFacts,
  guessRoles,
  isClearState,
  isEmailHeading,
  isTime,
  isYesOrNo,
  type Meaning,
  meaningOfNo,
  meaningOfState,
  meaningOfYes,
} from "./words.ts";

/** Whether a column writes 31/12/2026 or 12/31/2026; null if its dates fit both. */
type DateOrder = "day" | "month" | null;

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})/;
/** An exact time with its zone, as `Date` reads it. */
const EXACT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
const EPOCH = /^\d{10}(?:\d{3})?$/;
const EARLIEST = Date.UTC(1990, 0, 1);

/** The order of day and month that a date proves for its column. */
function orderIn(cell: string): DateOrder {
  const [, first, sign, second] = YEAR_LAST.exec(cell) ?? [];
  if (sign === "." || Number(first) > 12) return "day";
  return Number(second) > 12 ? "month" : null;
}

/** The start of the day, or the exact time, that a cell names, in epoch milliseconds; null if it is not certain. */
function dateIn(cell: string, order: DateOrder): number | null {
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

const MAX_SAMPLES = 3;
const MAX_SAMPLE_CHARS = 60;

/** The content of a file, and the use of each column. */
type Survey = {
  hasHeadings: boolean;
  /** How many columns the headings name. */
  width: number;
  columns: ImportColumn[];
  /** For each column, whether its dates start with the day or the month. */
  orders: DateOrder[];
  statuses: ImportReport["statuses"];
};

type Seen = Omit<ColumnFacts, "distinct"> & { order: DateOrder; samples: string[]; values: Map<string, number> };

/** The form in which the cells of a state are listed, counted and given a meaning. */
const stateKey = (cell: string): string => cell.trim().slice(0, MAX_SAMPLE_CHARS).toWellFormed().toLowerCase();

/** Reads all rows of a file before the import: a state may occur only in the last row. */
export class Surveyor {
  #first: string[] | undefined;
  #rows = 0;
  readonly #seen: Seen[] = [];

  add({ cells }: CsvRecord): void {
    if (cells.length > MAX_COLUMNS) {
      const detail = `The CSV has more than ${MAX_COLUMNS} columns.`;
      throw new InvalidError("invalid_csv", detail, { csv: detail });
    }
    if (!this.#first) {
      this.#first = cells;
      return;
    }
    this.#rows += 1;
    for (let index = 0; index < cells.length; index += 1) this.#addCell(index, cells[index] ?? "");
  }

  finish(answers: ImportAnswers): Survey {
    const first = this.#first ?? [];
    const hasHeadings =
      first.some(isEmailHeading) || (first.length > 1 && !first.some(isAddress) && this.#hasAddress());
    if (!hasHeadings) for (const [index, cell] of first.entries()) this.#addCell(index, cell);
    const headings = hasHeadings ? first : null;
    for (let index = this.#seen.length; index < first.length; index += 1) this.#seen.push(newColumn());
    const facts = this.#seen.map((seen) => ({ ...seen, distinct: seen.values.size - Number(seen.values.has("")) }));
    const guesses = guessRoles({ headings, facts, rows: this.#rows + (hasHeadings ? 0 : 1) });
    const columns = this.#seen.map(({ samples }, index): ImportColumn => {
      const { role, isUnclear } = guesses[index] ?? { role: "ignore", isUnclear: false };
      const heading = headings?.[index]?.trim().slice(0, MAX_SAMPLE_CHARS).toWellFormed() || `Column ${index + 1}`;
      const answer = answers.columns?.[index];
      return { heading, samples, role: answer ?? role, is_unclear: answer === undefined && isUnclear };
    });
    const orders = this.#seen.map(({ order }) => order);
    return { hasHeadings, width: headings?.length ?? 0, columns, orders, statuses: this.#statuses(columns, answers) };
  }

  #hasAddress(): boolean {
    return this.#seen.some(({ addresses }) => addresses > 0);
  }

  #addCell(index: number, cell: string): void {
    const column = this.#seen[index] ?? newColumn();
    this.#seen[index] = column;
    const { samples, values } = column;
    column.order ??= orderIn(cell);
    if (isAddress(cell)) column.addresses += 1;
    if (column.clearStates === 0 && isClearState(cell)) column.clearStates = 1;
    const key = stateKey(cell);
    const count = values.get(key);
    if (count !== undefined || values.size < MAX_STATUSES) values.set(key, (count ?? 0) + 1);
    if (key === "") return;
    column.filled += 1;
    if (column.dates === column.filled - 1 && isTime(cell)) column.dates += 1;
    if (samples.length < MAX_SAMPLES && count === undefined)
      samples.push(cell.trim().slice(0, MAX_SAMPLE_CHARS).toWellFormed());
    if (column.others > 0) return;
    if (isYesOrNo(cell)) column.yesOrNo += 1;
    else column.others += 1;
  }

  /** The states in the file with their meanings; unknown ones come first. */
  #statuses(columns: ImportColumn[], { statuses }: ImportAnswers): Survey["statuses"] {
    const answered = new Map(statuses?.map(({ value, is_subscribed }) => [stateKey(value), is_subscribed]));
    const counts = new Map<string, { count: number; meaning: Meaning }>();
    columns.forEach(({ role }, index) => {
      if (role !== "status" && role !== "yes") return;
      for (const [value, count] of this.#seen[index]?.values ?? []) {
        const answer = answered.get(value);
        const guess = role === "status" ? meaningOfState(value) : meaningOfYes(value);
        const meaning = answer === undefined ? guess : answer ? "subscribed" : "left";
        counts.set(value, { count: (counts.get(value)?.count ?? 0) + count, meaning });
      }
    });
    const list = [...counts].map(([value, { count, meaning }]) => ({ value, count, meaning }));
    const isKnown = ({ meaning }: { meaning: Meaning }) => Number(meaning !== "unknown");
    return list.sort((a, b) => isKnown(a) - isKnown(b) || b.count - a.count).slice(0, MAX_STATUSES);
  }
}

const isAddress = (cell: string) => cell.includes("@");
const newColumn = (): Seen => ({
  addresses: 0,
  clearStates: 0,
  others: 0,
  yesOrNo: 0,
  filled: 0,
  dates: 0,
  order: null,
  samples: [],
  values: new Map(),
});

/** The question that an editor must answer before the file can be imported; null if there is none. */
export function needsAnswers({ columns, statuses }: Survey): string | null {
  const unclear = columns.find(({ is_unclear: isUnclear }) => isUnclear);
  if (unclear) return `Please confirm what the column “${unclear.heading}” means.`;
  const unknown = statuses.find(({ meaning }) => meaning === "unknown");
  return unknown ? `Please say whether the state “${unknown.value}” means subscribed.` : null;
}

const MAX_NAME_CHARS = 200;
/** Cells of our own export that are escaped because a spreadsheet would read them as formulas (present.ts). */
const MARKED_AS_TEXT = /^'(?='*[=+\-@])/;

export type RowReader = {
  emailIn: (cells: string[]) => string;
  /** The fault of a row; null if it has none. */
  problemIn: (row: CsvRecord) => string | null;
  read: (cells: string[]) => { meaning: Meaning; name: string; since: number | null };
};

export function rowReader({ hasHeadings, width, columns, orders }: Survey, answers: ImportAnswers): RowReader {
  const at = (role: ColumnRole) => columns.findIndex((column) => column.role === role);
  const [email, name, first, last, since] = [at("email"), at("name"), at("first_name"), at("last_name"), at("since")];
  const stateColumns = columns.flatMap(({ role }, index) => (isStateRole(role) ? [{ role, index }] : []));
  const answered = new Map(answers.statuses?.map(({ value, is_subscribed }) => [stateKey(value), is_subscribed]));
  const meaningIn = (cells: string[]): Meaning => {
    const meanings = stateColumns.map(({ role, index }) => meaningOf(role, cells[index] ?? "", answered));
    return meanings.includes("left") ? "left" : meanings.includes("unknown") ? "unknown" : "subscribed";
  };
  return {
    emailIn(cells) {
      const own = cells[email] ?? "";
      const value = hasHeadings || own.includes("@") ? own : (cells.find((cell) => cell.includes("@")) ?? "");
      return value.replace(MARKED_AS_TEXT, "");
    },
    problemIn({ cells, isTooLong }) {
      if (isTooLong) return "This row is too long.";
      const isShifted = hasHeadings && cells.slice(width).some((cell) => cell.trim() !== "");
      return isShifted ? "This row has more columns than the header." : null;
    },
    read(cells) {
      const [whole = "", given = "", family = ""] = [name, first, last].map((index) => cells[index]?.trim());
      return {
        meaning: meaningIn(cells),
        // Next to a family name, what is called a name is the first one.
        name: nameOf(whole && (first !== -1 || whole.endsWith(family)) ? whole : `${whole || given} ${family}`),
        since: dateIn(cells[since] ?? "", orders[since] ?? null),
      };
    },
  };
}

type StateRole = Extract<ColumnRole, "status" | "yes" | "no">;
const isStateRole = (role: ColumnRole): role is StateRole => role === "status" || role === "yes" || role === "no";

function meaningOf(role: StateRole, cell: string, answered: Map<string, boolean>): Meaning {
  if (role === "no") return meaningOfNo(cell);
  const answer = answered.size > 0 ? answered.get(stateKey(cell)) : undefined;
  if (answer !== undefined) return answer ? "subscribed" : "left";
  return role === "status" ? meaningOfState(cell) : meaningOfYes(cell);
}

/** A name on one line, without control characters. */
const nameOf = (text: string) =>
  text
    .replace(MARKED_AS_TEXT, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_NAME_CHARS)
    .toWellFormed();
