import type { HoldingRow } from "./queries.ts";
import { isHeldOn } from "./rules.ts";
import type { Holding } from "./schema.ts";

/** An entry of the register as of a day. */
export const presentHolding = ({ id, symbol, from, to }: HoldingRow, day: string): Holding => ({
  ...{ id, symbol, from, to },
  is_current: isHeldOn(day, { from, to }),
});

/** A register as of a day: what is held first. */
export const presentHoldings = (rows: HoldingRow[], day: string): Holding[] =>
  rows
    .map((row) => presentHolding(row, day))
    .toSorted((one, other) => Number(other.is_current) - Number(one.is_current));
