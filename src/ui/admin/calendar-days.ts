import { asUtc, DAY, utcWall, type WallTime } from "#shared/time.ts";

/** Calendar arithmetic and keyboard movement. Pure. */

export type Day = Pick<WallTime, "year" | "month" | "day">;

/** Earlier years are typing errors, such as 0026 for 2026. */
export const MIN_YEAR = 1000;
const MAX_YEAR = 9999;

const noon = (day: Day): number => asUtc({ ...day, hour: 12, minute: 0 });

/** Whether the date exists: 31 Nov does not. */
export function isReal(day: Day): boolean {
  const found = utcWall(noon(day));
  return found.month === day.month && found.day === day.day;
}

export function addDays(day: Day, days: number): Day {
  const { year, month, day: date } = utcWall(noon(day) + days * DAY);
  return { year, month, day: date };
}

const daysIn = (year: number, month: number): number => addDays({ year, month: month + 1, day: 1 }, -1).day;

/** Adds months. A date that the target month lacks becomes the last day of that month. */
export function addMonths({ year, month, day }: Day, months: number): Day {
  const count = year * 12 + month - 1 + months;
  const to = { year: Math.floor(count / 12), month: (count % 12) + 1 };
  return { ...to, day: Math.min(day, daysIn(to.year, to.month)) };
}

/** Monday is 0, Sunday is 6. */
export const weekdayOf = (day: Day): number => (new Date(noon(day)).getUTCDay() + 6) % 7;

export const isSameDay = (left: Day, right: Day): boolean =>
  left.year === right.year && left.month === right.month && left.day === right.day;

/** The weeks of a month from Monday to Sunday, filled up with days of the neighbouring months. */
export function weeksOf({ year, month }: Pick<Day, "year" | "month">): Day[][] {
  const first = { year, month, day: 1 };
  const start = addDays(first, -weekdayOf(first));
  const weeks = Math.ceil((weekdayOf(first) + daysIn(year, month)) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(start, week * 7 + weekday)),
  );
}

/** The day that a key moves to (WAI-ARIA APG, Date Picker Dialog); null for any other key. */
export function dayByKey(key: string, isShift: boolean, day: Day): Day | null {
  const weekday = weekdayOf(day);
  const moves: Record<string, Day> = {
    ArrowLeft: addDays(day, -1),
    ArrowRight: addDays(day, 1),
    ArrowUp: addDays(day, -7),
    ArrowDown: addDays(day, 7),
    Home: addDays(day, -weekday),
    End: addDays(day, 6 - weekday),
    PageUp: addMonths(day, isShift ? -12 : -1),
    PageDown: addMonths(day, isShift ? 12 : 1),
  };
  const to = moves[key];
  return to && to.year >= MIN_YEAR && to.year <= MAX_YEAR ? to : null;
}
