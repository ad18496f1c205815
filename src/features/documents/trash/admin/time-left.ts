import { DAY } from "#shared/time.ts";

/** How long an article can still be restored at `now` (epoch milliseconds), to the nearest day: '30 days'. */
export function timeLeft(purge: string, now: number): string {
  const left = (Date.parse(purge) - now) / DAY;
  if (left < 1) return "Less than a day";
  const days = Math.round(left);
  return days === 1 ? "1 day" : `${days} days`;
}
