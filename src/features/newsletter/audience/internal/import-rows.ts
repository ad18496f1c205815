import type { ColumnRole, ImportAnswers } from "../schema.ts";
import type { CsvRecord } from "./csv-records.ts";
import { dateIn } from "./dates.ts";
import { type Meaning, meaningOfNo, meaningOfState, meaningOfYes } from "./status-words.ts";
import { type Survey, stateKey } from "./survey.ts";

const MAX_NAME_CHARS = 200;
/** Cells of our own export that are escaped because a spreadsheet would read them as formulas (present.ts). */
const MARKED_AS_TEXT = /^'(?='*[=+\-@])/;

export type RowReader = {
  emailIn: (cells: string[]) => string;
  /** What is wrong with the row as such; null if nothing. */
  problemIn: (row: CsvRecord) => string | null;
  read: (cells: string[]) => { meaning: Meaning; name: string; since: number | null };
};

/** Reads the rows of a file, as its columns are used. */
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
      const whole = cells[name]?.trim() || `${cells[first]?.trim() ?? ""} ${cells[last]?.trim() ?? ""}`;
      return {
        meaning: meaningIn(cells),
        name: nameOf(whole),
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
