import { type Day, type DayTime, dayTime } from "../day-time.ts";
import { type Gap, gapsOf, isEmptyDay } from "./days.ts";
import type { Item } from "./items.ts";

/** An item at its place. */
export type Placed = DayTime & { item: Item };

/** A day as the calendar shows it. */
export type BoardDay = {
  day: Day;
  placed: Placed[];
  isToday: boolean;
  /** A working day without a publication, and else the long pauses between its publications. */
  isEmpty: boolean;
  gaps: Gap[];
};

type Board = {
  days: readonly Day[];
  items: readonly Item[];
  zone: string;
  /** Epoch milliseconds. */
  now: number;
  /** Up to when the items are complete: of what comes later nobody knows whether it is empty. */
  completeUntil: number;
};

const isPublication = ({ kind, state }: Item) => kind === "draft" || (kind === "article" && state !== "draft");

/** The items by the days of the newsroom's zone, each day in order, with what is missing from it. */
export function boardOf({ days, items, zone, now, completeUntil }: Board): BoardDay[] {
  const placed = new Map<Day, Placed[]>(days.map((day) => [day, []]));
  for (const item of items) {
    if (item.instant === null) continue;
    const wall = dayTime(item.instant, zone);
    placed.get(wall.day)?.push({ ...wall, item });
  }
  const today = dayTime(now, zone);
  // The day within which the items end is not known as a whole.
  const firstUnknown = dayTime(completeUntil, zone).day;
  return days.map((day) => {
    const own = (placed.get(day) ?? []).toSorted((a, b) => a.minute - b.minute);
    const minutes = own.filter(({ item }) => isPublication(item)).map(({ minute }) => minute);
    const isEmpty = day < firstUnknown && isEmptyDay(day, today.day, minutes.length);
    const isOpen = day >= today.day && day < firstUnknown && !isEmpty;
    const gaps = isOpen ? gapsOf(day, minutes, day === today.day ? today.minute : 0) : [];
    return { day, placed: own, isToday: day === today.day, isEmpty, gaps };
  });
}
