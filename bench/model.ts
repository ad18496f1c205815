import { needTable, pageTable } from "./model/tables.ts";
import type { Outcome } from "./support/outcome.ts";

/**
 * Arithmetic, not a measurement: what so many readers a day need, from the costs that the other measurements found
 * (`model/assumptions.ts`). docs/scaling.md quotes the tables.
 */
export async function measureModel(): Promise<Outcome> {
  const { columns, rows } = needTable();
  return {
    limit: "none: what the busiest minute of a day needs, by the load model of docs/scaling.md",
    columns,
    rows,
    passed: true,
    notes: pageTable().rows.map(
      ([front, perSecond, perChange]) =>
        `${front}: one page asks for at most ${perSecond} requests/s, a purged change of it for ${perChange} more.`,
    ),
    // None in the table of all measurements: it would be no measurement among them.
    figures: [],
  };
}
