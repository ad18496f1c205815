/**
 * Counts whose weight halves with age, stored as one number. The weight of events at times tᵢ is Σ 2^((tᵢ − now) / H).
 * Its logarithm without "now" changes only with new events, so that rows can be ordered by it in an index and no job
 * has to age all rows.
 */

/** Half-life of the weight, in milliseconds (12 hours). */
export const HALF_LIFE_MS = 12 * 60 * 60 * 1000;

/**
 * The heat of `weight` events at `time` (epoch milliseconds), or a threshold for "has been read lately". Heats are
 * added in the database (features/articles/jobs).
 */
export function heatOf(weight: number, time: number): number {
  return Math.log2(weight) + time / HALF_LIFE_MS;
}
