import { expect } from "vitest";
import { costOf } from "./cpu-time.ts";
import { patient } from "./slowness.ts";

/** How much larger the whole input is than the part that it is compared with. */
const FACTOR = 4;
/** Linear work grows by the factor, quadratic work by its square: between the two, in proportion. */
const MAX_GROWTH = FACTOR ** 1.5;
/** A cost of fewer milliseconds may be mostly noise, and is no danger whatever it grows by. */
const NEGLIGIBLE_MS = patient(500);
/** Other work on the machine, or a collection of garbage, may fall into one try. */
const MAX_TRIES = 5;

/**
 * Fails unless `work` takes time in proportion to its input. `inputOf`: the input of a size, where 1 is the whole. A limit
 * in seconds would have to suit the slowest machine, and then say little on all others.
 */
export async function expectLinear<Input>(
  inputOf: (size: number) => Input,
  work: (input: Input) => unknown,
): Promise<void> {
  const [part, whole] = [inputOf(1 / FACTOR), inputOf(1)];
  let [partCost, wholeCost] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const isProportional = () => wholeCost < NEGLIGIBLE_MS || wholeCost < partCost * MAX_GROWTH;
  for (let tries = 0; tries < MAX_TRIES && !isProportional(); tries += 1) {
    partCost = Math.min(partCost, await costOf(() => work(part)));
    wholeCost = Math.min(wholeCost, await costOf(() => work(whole)));
  }
  expect(isProportional(), `${wholeCost} ms for the whole, ${partCost} ms for a part of 1/${FACTOR}`).toBe(true);
}
