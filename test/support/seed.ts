/** The seed of a test's random input: `SEED=123 npx vitest run FILE` repeats a run whose title names it. */
export const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

/** A small generator of random numbers, so that a seed repeats a history. */
export function randomOf(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    chance: (share: number) => next() < share,
    pick: <T>(all: readonly T[]): T => all[below(all.length)] as T,
  };
}
