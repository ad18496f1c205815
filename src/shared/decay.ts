/**
 * Counts whose weight halves with age, kept as one number. The weight of events at times tᵢ is Σ 2^((tᵢ − now) / H).
 * Its logarithm without "now" never changes while nothing happens, so that rows can be ordered by it in an index
 * and no job has to make everything older.
 */

/** Time in which half of the weight is gone, in milliseconds (contract section 2, Trending: 12 hours). */
export const HALF_LIFE = 12 * 60 * 60 * 1000;

/** Adds `count` events at `time` (epoch milliseconds) to a heat; null is the heat of nothing. */
export function addHeat(heat: number | null, count: number, time: number): number {
  const added = Math.log2(count) + time / HALF_LIFE;
  if (heat === null) return added;
  const larger = Math.max(heat, added);
  return larger + Math.log2(2 ** (heat - larger) + 2 ** (added - larger));
}

/** The heat that has `weight` left at `time`: a threshold for "has been read lately". */
export function heatOf(weight: number, time: number): number {
  return Math.log2(weight) + time / HALF_LIFE;
}
