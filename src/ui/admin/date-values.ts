import { asUtc, HOUR, instantsOf, meantIn, placeOfZone, utcWall, type WallTime, wallIn } from "#shared/time.ts";
import { type Day, isReal, MIN_YEAR } from "./calendar-days.ts";
import { clockText, dayText, monthName, readDay, readTime, timeText } from "./typed-time.ts";

/** What a field of a date alone holds: an ISO day (`2026-11-24`), empty for none, or what cannot be read. Pure. */

const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const two = (part: number) => String(part).padStart(2, "0");

/** The day that a value is; null for none and for what is no day, such as 31 November or one of the year 26. */
export function dayOf(value: string): Day | null {
  const [, year, month, day] = ISO_DAY.exec(value)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  return year >= MIN_YEAR && isReal({ year, month, day }) ? { year, month, day } : null;
}

export const valueOfDay = ({ year, month, day }: Day): string =>
  `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;

/** A value as it is shown: '24 Nov 2026', or what was typed. */
export function shownDay(value: string): string {
  const day = dayOf(value);
  return day ? dayText(day) : value;
}

/** What was typed as a value: without a year, the last such date is meant. What cannot be read stays as it is. */
export function readDayValue(typed: string, today: Day): string {
  if (typed.trim() === "") return "";
  const found = readDay(typed, today);
  return "day" in found ? valueOfDay(found.day) : typed;
}

/** Why a value is no date, as a sentence with today as its example; undefined where it is one, or none. */
export function problemOfDay(value: string, today: string): string | undefined {
  if (value === "" || dayOf(value)) return undefined;
  const found = readDay(value, dayOf(today) ?? { year: 2000, month: 1, day: 1 });
  return "problem" in found ? found.problem : undefined;
}

/** What a field of date and time holds, in the terms of a zone. Pure. */

const ISO = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const MORNING = { hour: 9, minute: 0 };

/** Whether a field's value is an instant: ISO 8601 in UTC. Otherwise it is what was typed and could not be read. */
export const isInstant = (value: string | null): value is string =>
  value !== null && ISO.test(value) && !Number.isNaN(Date.parse(value));

/** A value as it is shown: a wall time of the zone, or what was typed. */
export function shownValue(value: string | null, zone: string): string {
  if (value === null) return "";
  return isInstant(value) ? timeText(wallIn(zone, Date.parse(value))) : value;
}

/** The wall time to begin with where there is none: this hour's end today, nine o'clock on any other day. */
function clockOn(now: WallTime, day: Pick<WallTime, "year" | "month" | "day">): Pick<WallTime, "hour" | "minute"> {
  const isToday = day.year === now.year && day.month === now.month && day.day === now.day;
  if (!isToday) return MORNING;
  const next = utcWall(asUtc({ ...now, minute: 0 }) + HOUR);
  return next.day === now.day ? { hour: next.hour, minute: 0 } : { hour: 23, minute: 59 };
}

/** The wall time that a value is, or that choosing begins with at `now` (epoch milliseconds) on a day or today. */
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

/** A value and what has to be said about it. */
type Settled = { value: string; note: string | null };

/** The value of a wall time in a zone. A time that the clocks skip there becomes a later one, which is said. */
export function settle(wall: WallTime, zone: string): Settled {
  const { instant, odd } = meantIn(zone, wall);
  const value = new Date(instant).toISOString();
  if (odd?.is !== "skipped") return { value, note: null };
  const shown = clockText(wallIn(zone, instant));
  const note = `In ${placeOfZone(zone)} the clocks go forward on ${wall.day} ${monthName(wall.month)}, and ${clockText(wall)} does not exist: it is taken for ${shown}.`;
  return { value, note };
}

/** What was typed as a value; null for nothing, and the text itself where it cannot be read, with the reason. */
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

/** Why a value cannot be used, as a sentence; undefined where it can. For forms, before they send it. */
export function problemOf(value: string | null): string | undefined {
  if (value === null || isInstant(value)) return undefined;
  const found = readTime(value, utcWall(0), MORNING);
  return "problem" in found ? found.problem : undefined;
}

/** Why a value cannot be the time of what is to come, after `now` (epoch milliseconds), as a sentence; undefined where it can. */
export function problemAhead(value: string | null, now: number): string | undefined {
  if (!isInstant(value)) return problemOf(value) ?? "Choose a date and a time.";
  return Date.parse(value) <= now ? "This time is past. Choose a later one." : undefined;
}

/** The other instant at which the zone's clocks show the same; null as a rule. */
export function twinOf(value: string | null, zone: string): { value: string; isLater: boolean } | null {
  if (!isInstant(value)) return null;
  const instant = Date.parse(value);
  const other = instantsOf(zone, wallIn(zone, instant)).find((one) => Math.abs(one - instant) >= 60_000);
  return other === undefined ? null : { value: new Date(other).toISOString(), isLater: other > instant };
}
