/** The result of one measurement: a table for people, and whether the project's limits hold. */
export type Outcome = {
  /** The limits in words, as the table's caption. */
  limit: string;
  columns: string[];
  rows: string[][];
  passed: boolean;
  /** Explanations of the numbers, one line each. */
  notes?: string[];
  /** Its lines in the table of all measurements; without them it is one line, made of `limit` and `passed`. */
  figures?: Figure[];
  /** Versions of what it was compared with, such as `{ nginx: "1.22.1" }`. */
  peers?: Record<string, string>;
};

/** One line of the table of all measurements: what was measured, its limit, and whether that holds. */
export type Figure = {
  what: string;
  /** In words, with the unit; empty where nothing is promised. */
  limit: string;
  measured: string;
  /** Undefined where there is no limit. */
  held: boolean | undefined;
};

/** Prints a measurement's table with its limit and verdict. */
export function printOutcome(name: string, { limit, columns, rows, passed, notes = [] }: Outcome): void {
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => (row[index] ?? "").length)),
  );
  // The first column names the row, the others are numbers.
  const line = (cells: string[]) =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join("  ");
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  const verdict = `${passed ? "pass" : "FAIL"}  ${name}: ${limit}`;
  process.stdout.write(`\n${[verdict, line(columns), rule, ...rows.map(line), ...notes].join("\n")}\n`);
}

/** The value below which the given share (0 to 1) of the values lies; nearest rank. NaN for no values. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: number[]) => quantile(values, 0.5);

export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
export const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`;
export const preciseMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(2)} MB`;
export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
