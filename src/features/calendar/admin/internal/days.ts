import { addDays, type Day, weekdayOf } from "../day-time.ts";

export type View = "week" | "month";

/** The days of a view around one: a week from Monday on, or whole weeks that hold its month. */
export function shownDays(view: View, day: Day): Day[] {
  const [first, last] = view === "week" ? [day, day] : [`${day.slice(0, 8)}01`, lastOfMonth(day)];
  const start = addDays(first, 1 - weekdayOf(first));
  const end = addDays(last, 7 - weekdayOf(last));
  const days = [start];
  while ((days.at(-1) ?? end) < end) days.push(addDays(days.at(-1) ?? end, 1));
  return days;
}

const nextMonth = (day: Day) => `${addDays(`${day.slice(0, 8)}01`, 31).slice(0, 8)}01`;
const lastOfMonth = (day: Day) => addDays(nextMonth(day), -1);

/** A day of the next view (`by` 1) or the one before (-1). */
export function stepped(view: View, day: Day, by: 1 | -1): Day {
  if (view === "week") return addDays(day, 7 * by);
  return by === 1 ? nextMonth(day) : `${addDays(`${day.slice(0, 8)}01`, -1).slice(0, 8)}01`;
}

/** Working hours, in minutes of the day, from Monday to Friday; a shorter pause in them is not worth a word. */
export const WORK_BEGINS = 8 * 60;
export const WORK_ENDS = 18 * 60;
export const MIN_GAP_MINUTES = 4 * 60;

export const isWorkingDay = (day: Day): boolean => weekdayOf(day) <= 5;

/** A stretch of a day, in minutes of it. */
export type Gap = { from: number; to: number };

/**
 * The stretches of a working day's hours in which nothing is published for long, given the minutes at which something
 * is. What is past, up to `now` (a minute of the day), is not counted.
 */
export function gapsOf(day: Day, minutes: readonly number[], now = 0): Gap[] {
  if (!isWorkingDay(day)) return [];
  const begin = Math.max(WORK_BEGINS, now);
  const inside = minutes.filter((minute) => minute > begin && minute < WORK_ENDS).toSorted((a, b) => a - b);
  const ends = [begin, ...inside, WORK_ENDS];
  return ends
    .slice(1)
    .map((to, index) => ({ from: ends[index] ?? to, to }))
    .filter(({ from, to }) => to - from >= MIN_GAP_MINUTES);
}

/** Whether nothing is published on a working day that is not over. `today` in the same zone. */
export const isEmptyDay = (day: Day, today: Day, publications: number): boolean =>
  publications === 0 && day >= today && isWorkingDay(day);
