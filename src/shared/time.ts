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

/** Times as a clock in a named time zone (IANA) shows them. Pure; `Intl` has the zones' rules. */

/** What a clock and a calendar on the wall show; the month counts from 1. */
export type WallTime = { year: number; month: number; day: number; hour: number; minute: number };

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Creating a format is slow, using it is not. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const numeric = "numeric" as const;
  const date = { year: numeric, month: numeric, day: numeric, era: "short" } as const;
  const time = { hour: numeric, minute: numeric, second: numeric, hourCycle: "h23" } as const;
  const made = new Intl.DateTimeFormat("en-US", { timeZone: zone, calendar: "gregory", ...date, ...time });
  clocks.set(zone, made);
  return made;
}

/** A wall time as if it were UTC, in epoch milliseconds; `Date.UTC` would take years below 100 for others. */
export function asUtc({ year, month, day, hour, minute }: WallTime, second = 0): number {
  const date = new Date(Date.UTC(2000, month - 1, day, hour, minute, second));
  return date.setUTCFullYear(year + date.getUTCFullYear() - 2000, date.getUTCMonth(), date.getUTCDate());
}

/** The wall time of epoch milliseconds in UTC. */
export function utcWall(time: number): WallTime {
  const date = new Date(time);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  };
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
export function offsetAt(zone: string, instant: number): number {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const year = parts.era === "BC" ? 1 - Number(parts.year) : Number(parts.year);
  const wall = { year, month: Number(parts.month), day: Number(parts.day), hour: Number(parts.hour) };
  const shown = asUtc({ ...wall, minute: Number(parts.minute) }, Number(parts.second));
  return shown - Math.floor(instant / 1000) * 1000;
}

/** What the clocks of a zone show at an instant (epoch milliseconds). */
export const wallIn = (zone: string, instant: number): WallTime => utcWall(instant + offsetAt(zone, instant));

/** The month that the clocks of a zone show at an instant (epoch milliseconds), such as `2026-11`. */
export function monthIn(instant: number, zone: string): string {
  const { year, month } = wallIn(zone, instant);
  return `${year}-${String(month).padStart(2, "0")}`;
}

/**
 * The instants at which the clocks of a zone show this: usually one, none if they skip it, two if they are put back,
 * the earlier first. Epoch milliseconds.
 */
export function instantsOf(zone: string, wall: WallTime): number[] {
  const near = asUtc(wall);
  const offsets = new Set([offsetAt(zone, near - DAY), offsetAt(zone, near + DAY)]);
  return [...offsets]
    .map((offset) => near - offset)
    .filter((instant) => instant + offsetAt(zone, instant) === near)
    .sort((left, right) => left - right);
}

/** The instant of a wall time, and whether it is skipped or ambiguous. */
type Meant = {
  instant: number;
  /**
   * Skipped: the clocks never show it, and it is taken for as much later. Twice: they show it twice; `other` is the
   * other instant.
   */
  odd: null | { is: "skipped" } | { is: "twice"; other: number };
};

/** The instant of a wall time in a zone: of two the earlier one, and of none as much later. */
export function meantIn(zone: string, wall: WallTime): Meant {
  const [first, second] = instantsOf(zone, wall);
  if (first === undefined) {
    const near = asUtc(wall);
    return { instant: near - offsetAt(zone, near - DAY), odd: { is: "skipped" } };
  }
  return { instant: first, odd: second === undefined ? null : { is: "twice", other: second } };
}

/** A weekday (0 is Sunday) and a full hour, every week. */
type Weekly = { weekday: number; hour: number };

/** Its occurrences from the week before an instant to the one after, by the clocks of a zone. Epoch milliseconds. */
function occurrencesNear(zone: string, { weekday, hour }: Weekly, near: number): number[] {
  const today = asUtc({ ...wallIn(zone, near), hour: 0, minute: 0 });
  const day = today + (weekday - new Date(today).getUTCDay()) * DAY;
  return [-7, 0, 7].map((days) => meantIn(zone, { ...utcWall(day + days * DAY), hour }).instant);
}

export const lastWeekly = (zone: string, weekly: Weekly, now: number): number =>
  Math.max(...occurrencesNear(zone, weekly, now).filter((one) => one <= now));

export const nextWeekly = (zone: string, weekly: Weekly, now: number): number =>
  Math.min(...occurrencesNear(zone, weekly, now).filter((one) => one > now));

/** A full hour by the clocks of a zone, every day: its occurrences around an instant. Epoch milliseconds. */
function dailyNear(zone: string, hour: number, near: number): number[] {
  const today = asUtc({ ...wallIn(zone, near), hour, minute: 0 });
  return [-1, 0, 1].map((days) => meantIn(zone, utcWall(today + days * DAY)).instant);
}

export const lastDaily = (zone: string, hour: number, now: number): number =>
  Math.max(...dailyNear(zone, hour, now).filter((one) => one <= now));

export const nextDaily = (zone: string, hour: number, now: number): number =>
  Math.min(...dailyNear(zone, hour, now).filter((one) => one > now));

const two = (part: number) => String(part).padStart(2, "0");

/** The offset of a zone at an instant in words, for example 'UTC+3', 'UTC−3:30' or 'UTC'. */
export function offsetWords(zone: string, instant: number): string {
  const offset = offsetAt(zone, instant);
  const minutes = Math.round(Math.abs(offset) / MINUTE);
  if (minutes === 0) return "UTC";
  const rest = minutes % 60 === 0 ? "" : `:${two(minutes % 60)}`;
  return `UTC${offset < 0 ? "−" : "+"}${Math.floor(minutes / 60)}${rest}`;
}

/** The place that a zone is named after, for example 'Nairobi' or 'New York'. */
export const placeOfZone = (zone: string): string => zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");

/** A zone in words as of an instant, for example 'Nairobi (UTC+3)'. */
export function zoneWords(zone: string, instant: number): string {
  const place = placeOfZone(zone);
  const offset = offsetWords(zone, instant);
  return place === offset ? place : `${place} (${offset})`;
}
