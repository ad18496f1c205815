/**
 * Counts whose weight halves with age, kept as one number. The weight of events at times tᵢ is Σ 2^((tᵢ − now) / H).
 * Its logarithm without "now" never changes while nothing happens, so that rows can be ordered by it in an index
 * and no job has to make everything older.
 */

/** Time in which half of the weight is gone, in milliseconds (12 hours). */
export const HALF_LIFE_MS = 12 * 60 * 60 * 1000;

/**
 * The heat that has `weight` left at `time` (epoch milliseconds): of so many events at that time, and a threshold for
 * "has been read lately". Heats are added where they are stored (features/articles/jobs).
 */
export function heatOf(weight: number, time: number): number {
  return Math.log2(weight) + time / HALF_LIFE_MS;
}
