const DAY_MS = 24 * 60 * 60_000;

/** How long an article can still be restored at `now` (epoch milliseconds), to the nearest day: '30 days'. */
export function timeLeft(purge: string, now: number): string {
  const left = (Date.parse(purge) - now) / DAY_MS;
  if (left < 1) return "Less than a day";
  const days = Math.round(left);
  return days === 1 ? "1 day" : `${days} days`;
}
