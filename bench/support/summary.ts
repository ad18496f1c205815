import type { Figure, Outcome } from "./outcome.ts";

/** What one measurement adds to the table of all. */
export type Line = Figure & {
  /** The name by which `npm run bench -- NAME` repeats it. */
  name: string;
  /** The commit it was measured at. */
  commit: string;
};

const COLUMNS = ["bench", "measurement", "limit", "measured", "held", "commit"];
const BEGIN = "<!-- bench: written by npm run bench -- --markdown FILE -->";
const END = "<!-- /bench -->";

/** The lines of a measurement. Without figures of its own, the words of its limit up to the last semicolon are it. */
export function linesOf(name: string, { figures, limit, passed }: Outcome, commit: string): Line[] {
  const at = limit.lastIndexOf("; ");
  const whole = { what: name, limit: at < 0 ? limit : limit.slice(0, at), measured: at < 0 ? "" : limit.slice(at + 2) };
  return (figures ?? [{ ...whole, held: passed }]).map((figure) => ({ ...figure, name, commit }));
}

/** The line of a measurement that ended with an error. */
export function brokenLine(name: string, error: unknown, commit: string): Line {
  const [measured = ""] = String(error instanceof Error ? error.message : error).split("\n");
  return { name, what: name, limit: "", measured: `error: ${measured}`, held: false, commit };
}

const verdict = ({ held }: Line) => (held === undefined ? "" : held ? "yes" : "NO");
const cellsOf = (line: Line) => [line.name, line.what, line.limit, line.measured, verdict(line), line.commit];

/** The table for a terminal, below the machine and the versions. */
export function plainSummary(lines: Line[], setting: string[]): string {
  const rows = [COLUMNS, ...lines.map(cellsOf)];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const print = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  const [head = "", ...body] = rows.map(print);
  return [...setting, "", head, widths.map((width) => "-".repeat(width)).join("  "), ...body].join("\n");
}

/**
 * A Markdown page with the new lines in its table. Those of measurements that did not run stay, with the commit they
 * were measured at, as long as the machine is the same: figures of two machines cannot be compared. A page without a
 * table gets one at its end. `setting`: the machine first, then the versions.
 */
export function withSummary(page: string, lines: Line[], setting: string[]): string {
  const [before, old, after] = partsOf(page);
  const sameMachine = setting[0] !== undefined && old.split("\n").includes(`- ${setting[0]}`);
  const measured = new Set(lines.map(({ name }) => name));
  const kept = sameMachine ? tableRows(old).filter((row) => !measured.has(nameIn(row))) : [];
  const rows = [...kept, ...lines.map((line) => row(cellsOf({ ...line, name: `\`${line.name}\`` })))];
  const table = [row(COLUMNS), row(COLUMNS.map(() => "---")), ...inOrder(rows)];
  const block = [BEGIN, "", ...setting.map((text) => `- ${text}`), "", ...table, "", END].join("\n");
  return `${before}${block}${after}`;
}

function partsOf(page: string): [before: string, old: string, after: string] {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) return [page === "" ? "" : `${page.trimEnd()}\n\n`, "", "\n"];
  return [page.slice(0, begin), page.slice(begin, end), page.slice(end + END.length)];
}

const tableRows = (text: string) => text.split("\n").filter((line) => line.startsWith("| `"));
const nameIn = (line: string) => /^\| `([^`]*)`/.exec(line)?.[1] ?? "";
const row = (cells: string[]) =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;

/** By measurement, so that the page does not depend on which of them ran last. Stable: figures keep their order. */
const inOrder = (rows: string[]) =>
  rows.toSorted((left, right) => (nameIn(left) < nameIn(right) ? -1 : nameIn(left) > nameIn(right) ? 1 : 0));
