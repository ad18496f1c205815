import { type Day, isReal, MIN_YEAR } from "./calendar-days.ts";
import { dayText, readDay } from "./typed-time.ts";

/** What a field of a date alone holds: an ISO day (`2026-11-24`), empty for none, or what cannot be read. Pure. */

const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const two = (part: number) => String(part).padStart(2, "0");

/** The day that a value is; null for none and for what is no day, such as 31 November or one of the year 26. */
export function dayOf(value: string): Day | null {
  const [, year, month, day] = ISO_DAY.exec(value)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  return year >= MIN_YEAR && isReal({ year, month, day }) ? { year, month, day } : null;
}

/** The value of a day. */
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
