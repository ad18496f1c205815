/** Times as editors read and write them: in the browser's time zone, and in US English like the site. */

const TABLE = new Intl.DateTimeFormat("en-US", { year: "numeric", month: "short", day: "2-digit" });
const EXACT = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short" });
const CLOCK = new Intl.DateTimeFormat("en-US", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "short" });
const DAY = new Intl.DateTimeFormat("en-US", { year: "numeric", month: "short", day: "numeric" });
/** Shorter than a week, so that a weekday names one day. */
const WEEK_MS = 6 * 24 * 60 * 60 * 1000;
const ZONE = new Intl.DateTimeFormat("en-US", { timeZoneName: "shortOffset" });

/** A date in a table, 'MMM dd, yyyy', for example 'Jan 05, 2025'; 'N/A' for none. */
export function tableDate(iso: string | null): string {
  return iso === null ? "N/A" : TABLE.format(new Date(iso));
}

/** Date and time of an instant, for example 'January 5, 2025 at 9:30 AM'. */
export function exactTime(instant: number | string): string {
  return EXACT.format(new Date(instant));
}

/** A time near now, for a line that has little room: '10:42' today, 'Tue 09:00' within a week, else 'Jan 5, 2027, 09:00'. */
export function shortTime(instant: number, now: number): string {
  const clock = CLOCK.format(instant);
  if (DAY.format(instant) === DAY.format(now)) return clock;
  return Math.abs(instant - now) < WEEK_MS ? `${WEEKDAY.format(instant)} ${clock}` : `${DAY.format(instant)}, ${clock}`;
}

/** The time zone of all these, for example 'Africa/Nairobi (GMT+3)'. */
export function localZone(): string {
  const offset = ZONE.formatToParts(new Date()).find(({ type }) => type === "timeZoneName")?.value;
  const { timeZone } = ZONE.resolvedOptions();
  return offset && offset !== timeZone ? `${timeZone} (${offset})` : timeZone;
}

const two = (part: number) => String(part).padStart(2, "0");

/** Converts an ISO 8601 instant to the value of a date-and-time control: local, to the minute. Empty for none. */
export function toLocalInput(iso: string | null): string {
  if (iso === null) return "";
  const date = new Date(iso);
  const year = String(date.getFullYear()).padStart(4, "0");
  const day = `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Converts the value of a date-and-time control to ISO 8601 in UTC; null if it is empty or invalid. */
export function fromLocalInput(local: string): string | null {
  const time = new Date(local);
  return local === "" || Number.isNaN(time.getTime()) ? null : time.toISOString();
}
