import type { Day, DayTime } from "../day-time.ts";
import { clockOf } from "../day-time.ts";
import type { View } from "./days.ts";

const UTC = { timeZone: "UTC" } as const;
const SHORT = new Intl.DateTimeFormat("en-US", { ...UTC, weekday: "short", month: "short", day: "numeric" });
const LONG = new Intl.DateTimeFormat("en-US", { ...UTC, weekday: "long", month: "long", day: "numeric" });
const WEEKDAY = new Intl.DateTimeFormat("en-US", { ...UTC, weekday: "short" });
const MONTH = new Intl.DateTimeFormat("en-US", { ...UTC, month: "long", year: "numeric" });
const RANGE = new Intl.DateTimeFormat("en-US", { ...UTC, month: "short", day: "numeric", year: "numeric" });

const noonOf = (day: Day) => Date.parse(`${day}T12:00:00Z`);

/** 'Tue, Nov 24'; 'Tuesday, November 24'; 'Tue'. */
export const shortDay = (day: Day): string => SHORT.format(noonOf(day));
export const longDay = (day: Day): string => LONG.format(noonOf(day));
export const weekdayName = (day: Day): string => WEEKDAY.format(noonOf(day));

/** 'Tue, Nov 24, 09:00'. */
export const whenWords = ({ day, minute }: DayTime): string => `${shortDay(day)}, ${clockOf(minute)}`;

/** What the calendar shows: 'Nov 23 – 29, 2026', or 'November 2026' for the month of `day`. */
export function periodWords(view: View, day: Day, days: readonly Day[]): string {
  if (view === "month") return MONTH.format(noonOf(day));
  return RANGE.formatRange(noonOf(days[0] ?? day), noonOf(days.at(-1) ?? day));
}

/** A stretch of minutes: '4 h', '4 h 30 min'. */
export function stretchWords(minutes: number): string {
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ""}`;
}
