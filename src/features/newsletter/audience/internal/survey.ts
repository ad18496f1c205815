import { InvalidError } from "#shared/errors.ts";
import { type ImportAnswers, type ImportColumn, type ImportReport, MAX_STATUSES } from "../schema.ts";
import { type ColumnFacts, guessRoles, isEmailHeading } from "./columns.ts";
import { type CsvRecord, MAX_COLUMNS } from "./csv-records.ts";
import { type DateOrder, orderIn } from "./dates.ts";
import { isClearState, isYesOrNo, type Meaning, meaningOfState, meaningOfYes } from "./status-words.ts";

const MAX_SAMPLES = 3;
const MAX_SAMPLE_CHARS = 60;

/** What a file contains, and how each column is used. */
export type Survey = {
  hasHeadings: boolean;
  /** How many columns the headings name. */
  width: number;
  columns: ImportColumn[];
  /** Of each column, whether its dates begin with the day or the month. */
  orders: DateOrder[];
  statuses: ImportReport["statuses"];
};

type Seen = ColumnFacts & { order: DateOrder; samples: string[]; values: Map<string, number> };

/** The form in which the cells of a state are listed, counted and given a meaning. */
export const stateKey = (cell: string): string => cell.trim().slice(0, MAX_SAMPLE_CHARS).toWellFormed().toLowerCase();

/** Reads all rows of a file once, before anything is decided: a state may be first seen in the last row. */
export class Surveyor {
  #first: string[] | undefined;
  readonly #seen: Seen[] = [];

  add({ cells }: CsvRecord): void {
    if (cells.length > MAX_COLUMNS) {
      const detail = `The CSV has more than ${MAX_COLUMNS} columns.`;
      throw new InvalidError(detail, { csv: detail });
    }
    if (!this.#first) this.#first = cells;
    else for (let index = 0; index < cells.length; index += 1) this.#addCell(index, cells[index] ?? "");
  }

  finish(answers: ImportAnswers): Survey {
    const first = this.#first ?? [];
    const hasHeadings =
      first.some(isEmailHeading) || (first.length > 1 && !first.some(isAddress) && this.#hasAddress());
    if (!hasHeadings) for (const [index, cell] of first.entries()) this.#addCell(index, cell);
    const headings = hasHeadings ? first : null;
    for (let index = this.#seen.length; index < first.length; index += 1) this.#seen.push(newColumn());
    const guesses = guessRoles({ headings, facts: this.#seen });
    const columns = this.#seen.map(({ samples }, index): ImportColumn => {
      const { role, isUnclear } = guesses[index] ?? { role: "ignore", isUnclear: false };
      const heading = headings?.[index]?.trim().slice(0, MAX_SAMPLE_CHARS).toWellFormed() || `Column ${index + 1}`;
      if (!answers.columns) return { heading, samples, role, is_unclear: isUnclear };
      return { heading, samples, role: answers.columns[index] ?? "ignore", is_unclear: false };
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
    if (samples.length < MAX_SAMPLES && count === undefined)
      samples.push(cell.trim().slice(0, MAX_SAMPLE_CHARS).toWellFormed());
    if (column.others > 0) return;
    if (isYesOrNo(cell)) column.yesOrNo += 1;
    else column.others += 1;
  }

  /** The states in the file and what they mean, those without a known meaning first. */
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
  order: null,
  samples: [],
  values: new Map(),
});

/** What an editor has to answer before the file can be imported, as a sentence; null if nothing. */
export function needsAnswers({ columns, statuses }: Survey): string | null {
  const unclear = columns.find(({ is_unclear: isUnclear }) => isUnclear);
  if (unclear) return `Please confirm what the column “${unclear.heading}” means.`;
  const unknown = statuses.find(({ meaning }) => meaning === "unknown");
  return unknown ? `Please say whether the state “${unknown.value}” means subscribed.` : null;
}
