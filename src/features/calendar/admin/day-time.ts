import { DAY } from "#shared/time.ts";
import { asUtc, meantIn, wallIn } from "#shared/zoned-time.ts";

/** Days and minutes of them, as the clocks of the newsroom's zone (an IANA name) show them. */

/** A day of the calendar, 'YYYY-MM-DD'. */
export type Day = string;

/** A time of a day. `minute`: from 0 to 1439. */
export type DayTime = { day: Day; minute: number };

const asDay = (utc: number): Day => new Date(utc).toISOString().slice(0, 10);
const startOf = (day: Day) => Date.parse(`${day}T00:00:00Z`);

/** What the clocks of a zone show at an instant (epoch milliseconds). */
export function dayTime(instant: number, zone: string): DayTime {
  const wall = wallIn(zone, instant);
  return { day: asDay(asUtc(wall)), minute: 60 * wall.hour + wall.minute };
}

/** The instant of a time; where the clocks go back the first, and where they skip it as much later. */
export function instantAt({ day, minute }: DayTime, zone: string): number {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return meantIn(zone, { year, month, day: date, hour: Math.floor(minute / 60), minute: minute % 60 }).instant;
}

/** The day that is so many days later. */
export const addDays = (day: Day, count: number): Day => asDay(startOf(day) + count * DAY);

/** The day of the week: 1 is Monday, 7 Sunday. */
export const weekdayOf = (day: Day): number => new Date(startOf(day)).getUTCDay() || 7;

/** Whether a text names a day that there is. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = startOf(text);
  return !Number.isNaN(time) && asDay(time) === text;
}

/** A minute of the day as a clock shows it: '09:05'. */
export function clockOf(minute: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
