/**
 * Dates of the site. All of them are formatted in UTC and in US English, so that server and browser produce the same
 * words in any time zone. The platform's own formats: a library with its locale costs every reader 6 kB.
 */
const UTC = { timeZone: "UTC", year: "numeric", month: "long" } as const;
const CARD = new Intl.DateTimeFormat("en-US", { ...UTC, day: "2-digit" });
const LONG = new Intl.DateTimeFormat("en-US", { ...UTC, day: "numeric" });
const FULL = new Intl.DateTimeFormat("en-US", { ...UTC, day: "numeric", weekday: "long" });
const RELATIVE = new Intl.RelativeTimeFormat("en-US", { numeric: "always" });

/** Units of relative times, with their lengths in seconds: a month and a year are average ones. */
const UNITS = [
  ["year", 31_556_952],
  ["month", 2_629_746],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

const UNKNOWN = "Unknown date";

function parse(iso: string | null | undefined): Date | null {
  const instant = iso ? new Date(iso) : null;
  return instant && !Number.isNaN(instant.getTime()) ? instant : null;
}

/** A card's date, 'MMMM dd, yyyy', for example 'January 05, 2025'; 'Unknown date' where it cannot be read. */
export function cardDate(iso: string | null | undefined): string {
  const instant = parse(iso);
  return instant ? CARD.format(instant) : UNKNOWN;
}

/** A long US date, for example 'January 5, 2025'; 'Unknown date' where it cannot be read. */
export function longDate(iso: string | null | undefined): string {
  const instant = parse(iso);
  return instant ? LONG.format(instant) : UNKNOWN;
}

/** The long US date of an instant in epoch milliseconds. */
export function longDateOf(instant: number): string {
  return LONG.format(instant);
}

/** Weekday and long date of an instant in epoch milliseconds, for example 'Sunday, January 5, 2025'. */
export function fullDateOf(instant: number): string {
  return FULL.format(instant);
}

/**
 * How long ago in whole units, 'x days ago'; under a minute, or in the future, 'just now'. `now` in epoch milliseconds.
 * 'Unknown date' where it cannot be read.
 */
export function relativeDate(iso: string | null | undefined, now: number): string {
  const instant = parse(iso);
  if (!instant) return UNKNOWN;
  const seconds = (now - instant.getTime()) / 1000;
  const unit = UNITS.find(([, length]) => seconds >= length);
  return unit ? RELATIVE.format(-Math.floor(seconds / unit[1]), unit[0]) : "just now";
}
