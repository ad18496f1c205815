import { asUtc, HOUR, instantsOf, meantIn, placeOfZone, utcWall, type WallTime, wallIn } from "#shared/time.ts";
import {
  clockText,
  type Day,
  dayText,
  isReal,
  MIN_YEAR,
  monthName,
  readDay,
  readTime,
  timeText,
} from "./typed-time.ts";

/** Values of a date field: an ISO day (`2026-11-24`), empty for none, or the typed text if it cannot be parsed. Pure. */

const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const two = (part: number) => String(part).padStart(2, "0");

/** Parses a value; null for none and for an invalid day, such as 31 November or a day of the year 26. */
export function dayOf(value: string): Day | null {
  const [, year, month, day] = ISO_DAY.exec(value)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  return year >= MIN_YEAR && isReal({ year, month, day }) ? { year, month, day } : null;
}

export const valueOfDay = ({ year, month, day }: Day): string =>
  `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;

/** Formats a value: 'Nov 24, 2026', or the typed text if it could not be parsed. */
export function shownDay(value: string): string {
  const day = dayOf(value);
  return day ? dayText(day) : value;
}

/** Parses typed text. A date without a year means the most recent one. Text that cannot be parsed is returned unchanged. */
export function readDayValue(typed: string, today: Day): string {
  if (typed.trim() === "") return "";
  const found = readDay(typed, today);
  return "day" in found ? valueOfDay(found.day) : typed;
}

/** The error message of an invalid date, with today as the example; undefined if the value is valid or empty. */
export function problemOfDay(value: string, today: string): string | undefined {
  if (value === "" || dayOf(value)) return undefined;
  const found = readDay(value, dayOf(today) ?? { year: 2000, month: 1, day: 1 });
  return "problem" in found ? found.problem : undefined;
}

/** Values of a date and time field, in a time zone. Pure. */

const ISO = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const MORNING = { hour: 9, minute: 0 };

/** Whether a field's value is an instant (ISO 8601 in UTC). Otherwise it is typed text that could not be parsed. */
export const isInstant = (value: string | null): value is string =>
  value !== null && ISO.test(value) && !Number.isNaN(Date.parse(value));

/** Formats a value as wall time in the zone, or returns the typed text if it could not be parsed. */
export function shownValue(value: string | null, zone: string): string {
  if (value === null) return "";
  return isInstant(value) ? timeText(wallIn(zone, Date.parse(value))) : value;
}

/** The initial wall time: the next full hour today, nine o'clock on any other day. */
function clockOn(now: WallTime, day: Pick<WallTime, "year" | "month" | "day">): Pick<WallTime, "hour" | "minute"> {
  const isToday = day.year === now.year && day.month === now.month && day.day === now.day;
  if (!isToday) return MORNING;
  const next = utcWall(asUtc({ ...now, minute: 0 }) + HOUR);
  return next.day === now.day ? { hour: next.hour, minute: 0 } : { hour: 23, minute: 59 };
}

/** The wall time of a value, or the initial one for `day` or today. `now` is in epoch milliseconds. */
export function wallOf(
  value: string | null,
  zone: string,
  now: number,
  day?: Pick<WallTime, "year" | "month" | "day">,
): WallTime {
  const today = wallIn(zone, now);
  if (isInstant(value)) return { ...wallIn(zone, Date.parse(value)), ...day };
  const on = day ?? today;
  return { year: on.year, month: on.month, day: on.day, ...clockOn(today, on) };
}

/** A value, and a notice to show with it. */
type Settled = { value: string; note: string | null };

/** Converts a wall time to a value. A time skipped by a clock change moves to a later one, with a notice. */
export function settle(wall: WallTime, zone: string): Settled {
  const { instant, odd } = meantIn(zone, wall);
  const value = new Date(instant).toISOString();
  if (odd?.is !== "skipped") return { value, note: null };
  const shown = clockText(wallIn(zone, instant));
  const note = `In ${placeOfZone(zone)} the clocks go forward on ${monthName(wall.month)} ${wall.day}, and ${clockText(wall)} does not exist. ${shown} is used instead.`;
  return { value, note };
}

/** Parses typed text; null for empty text. Text that cannot be parsed is returned unchanged, with the reason. */
export function readValue(
  typed: string,
  before: string | null,
  zone: string,
  now: number,
): { value: string | null; note: string | null } {
  if (typed.trim() === "") return { value: null, note: null };
  const { hour, minute } = isInstant(before) ? wallOf(before, zone, now) : MORNING;
  const found = readTime(typed, wallIn(zone, now), { hour, minute });
  if ("problem" in found) return { value: typed, note: found.problem };
  if ("instant" in found) return { value: new Date(found.instant).toISOString(), note: null };
  return settle(found.wall, zone);
}

/** The error message of a value, for forms before they send it; undefined if it is valid. */
export function problemOf(value: string | null): string | undefined {
  if (value === null || isInstant(value)) return undefined;
  const found = readTime(value, utcWall(0), MORNING);
  return "problem" in found ? found.problem : undefined;
}

/** The error message of a value that must be later than `now` (epoch milliseconds); undefined if it is. */
export function problemAhead(value: string | null, now: number): string | undefined {
  if (!isInstant(value)) return problemOf(value) ?? "Choose a date and a time.";
  return Date.parse(value) <= now ? "This time is in the past. Choose a later one." : undefined;
}

/** The second instant with the same wall time, when clocks are set back; otherwise null. */
export function twinOf(value: string | null, zone: string): { value: string; isLater: boolean } | null {
  if (!isInstant(value)) return null;
  const instant = Date.parse(value);
  const other = instantsOf(zone, wallIn(zone, instant)).find((one) => Math.abs(one - instant) >= 60_000);
  return other === undefined ? null : { value: new Date(other).toISOString(), isLater: other > instant };
}
