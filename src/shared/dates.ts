import { format, formatDistance } from "date-fns";

/**
 * Dates of the site. All of them read in UTC, so that server and browser write the same words, wherever they stand.
 * date-fns reads local fields: `utcDay` makes a date whose local day is the UTC day (noon, which every zone has).
 */
function utcDay(instant: Date): Date {
  return new Date(instant.getUTCFullYear(), instant.getUTCMonth(), instant.getUTCDate(), 12);
}

function parse(iso: string | null | undefined): Date | null {
  const instant = iso ? new Date(iso) : null;
  return instant && !Number.isNaN(instant.getTime()) ? instant : null;
}

/** A card's date, 'MMMM dd, yyyy', for example 'January 05, 2025'; 'Unknown date' where it cannot be read (spec 2). */
export function cardDate(iso: string | null | undefined): string {
  const instant = parse(iso);
  return instant ? format(utcDay(instant), "MMMM dd, yyyy") : "Unknown date";
}

/** A long US date, for example 'January 5, 2025'; 'Unknown date' where it cannot be read (spec 2, article page). */
export function longDate(iso: string | null | undefined): string {
  const instant = parse(iso);
  return instant ? format(utcDay(instant), "MMMM d, yyyy") : "Unknown date";
}

/** The long US date of an instant in epoch milliseconds. */
export function longDateOf(instant: number): string {
  return format(utcDay(new Date(instant)), "MMMM d, yyyy");
}

/** Weekday and long date of an instant in epoch milliseconds, for example 'Sunday, January 5, 2025'. */
export function fullDateOf(instant: number): string {
  return format(utcDay(new Date(instant)), "EEEE, MMMM d, yyyy");
}

/** How long ago, 'x days ago'; `now` in epoch milliseconds. 'Unknown date' where it cannot be read. */
export function relativeDate(iso: string | null | undefined, now: number): string {
  const instant = parse(iso);
  if (!instant) return "Unknown date";
  // A clock that is a little ahead must not make an article of the future.
  const then = Math.min(instant.getTime(), now);
  return formatDistance(then, now, { addSuffix: true });
}
