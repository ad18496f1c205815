import { DAY, placeOfZone } from "#shared/time.ts";

/** The default time zone; the browser's until the newsroom's is known. */
let newsroomZone: string | undefined;

/** Sets the default time zone to the newsroom's. */
export function showTimesIn(zone: string | undefined): void {
  newsroomZone = zone;
}

type Format = (instant: number | Date, zone?: string) => string;

function formatOf(options: Intl.DateTimeFormatOptions): Format {
  const made = new Map<string | undefined, Intl.DateTimeFormat>();
  return (instant, zone = newsroomZone) => {
    const known = made.get(zone) ?? new Intl.DateTimeFormat("en-US", { ...options, ...(zone && { timeZone: zone }) });
    made.set(zone, known);
    return known.format(instant);
  };
}

const table = formatOf({ year: "numeric", month: "short", day: "2-digit" });
const exact = formatOf({ dateStyle: "long", timeStyle: "short", hourCycle: "h23" });
const clock = formatOf({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const weekday = formatOf({ weekday: "short" });
const day = formatOf({ year: "numeric", month: "short", day: "numeric" });
/** Shorter than a week, so that a weekday is unambiguous. */
const WEEK_MS = 6 * DAY;

/** A date in a table, 'MMM dd, yyyy', for example 'Jan 05, 2025'; 'N/A' for none. */
export function tableDate(iso: string | null, zone?: string): string {
  return iso === null ? "N/A" : table(new Date(iso), zone);
}

/** A date and time in a table, for example 'Jan 05, 2025 09:14'. */
export function tableTime(iso: string, zone?: string): string {
  return `${tableDate(iso, zone)} ${clockTime(Date.parse(iso), zone)}`;
}

/** A time of day, for example '09:14'. */
export function clockTime(instant: number, zone?: string): string {
  return clock(instant, zone);
}

/** Date and time of an instant, for example 'January 5, 2025 at 09:30'. */
export function exactTime(instant: number | string, zone?: string): string {
  return exact(new Date(instant), zone);
}

/** The same with the city of its time zone: 'January 5, 2025 at 09:30 (Nairobi)'. */
export function plannedTime(instant: number | string, zone: string): string {
  return `${exactTime(instant, zone)} (${placeOfZone(zone)})`;
}

/** A compact time: '10:42' today, 'Tue 09:00' within a week, otherwise 'Jan 5, 2027, 09:00'. */
export function shortTime(instant: number, now: number, zone?: string): string {
  const time = clock(instant, zone);
  if (day(instant, zone) === day(now, zone)) return time;
  return Math.abs(instant - now) < WEEK_MS ? `${weekday(instant, zone)} ${time}` : `${day(instant, zone)}, ${time}`;
}

/** A future time with its day: 'Tue 09:00' within a week, otherwise 'Jan 05, 2027 09:00'. */
export function aheadTime(instant: number, now: number, zone?: string): string {
  const date = instant - now < WEEK_MS ? weekday(instant, zone) : table(instant, zone);
  return `${date} ${clock(instant, zone)}`;
}
