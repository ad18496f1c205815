/** Lengths of time in milliseconds. A day is one of UTC. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A time in epoch milliseconds as ISO 8601 in UTC; null for none. */
export function isoDate(time: number): string;
export function isoDate(time: number | null): string | null;
export function isoDate(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
