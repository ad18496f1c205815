import { expect } from "vitest";

/** How much larger the whole input is than the part that it is compared with. */
const FACTOR = 4;
/** Linear work grows by the factor, quadratic work by its square: between the two, in proportion. */
const MAX_GROWTH = FACTOR ** 1.5;
/** Milliseconds that are too few to compare: there, quadratic work would still take seconds. */
const NEGLIGIBLE_MS = 100;
/** Other work on the machine, or a collection of garbage, may fall into one try. */
const MAX_TRIES = 3;

/** What some work costs this process in all its threads, in milliseconds of CPU time. */
export async function costOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Fails unless `work` takes time in proportion to its input. `inputOf`: the input of a size, where 1 is the whole. A limit
 * in seconds would have to suit the slowest machine, and then say little on all others.
 */
export async function expectLinear<Input>(
  inputOf: (size: number) => Input,
  work: (input: Input) => unknown,
): Promise<void> {
  const [part, whole] = [inputOf(1 / FACTOR), inputOf(1)];
  let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const isProportional = () => most < NEGLIGIBLE_MS || most < least * MAX_GROWTH;
  for (let tries = 0; tries < MAX_TRIES && !isProportional(); tries += 1) {
    least = Math.min(least, await costOf(() => work(part)));
    most = Math.min(most, await costOf(() => work(whole)));
  }
  expect(isProportional(), `${most} ms for the whole, ${least} ms for a part of 1/${FACTOR}`).toBe(true);
}
