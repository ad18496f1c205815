import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addDays,
  gapsOf,
  isEmptyDay,
  MIN_GAP_MINUTES,
  shownDays,
  stepped,
  WORK_BEGINS,
  WORK_ENDS,
  weekdayOf,
} from "./items.ts";

const HOUR = 60;
const day = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays("1980-01-01", count));

test("a week is seven days from Monday on, around any of them", () => {
  fc.assert(
    fc.property(day, (each) => {
      const days = shownDays("week", each);
      expect(days).toHaveLength(7);
      expect(days.map(weekdayOf)).toEqual([1, 2, 3, 4, 5, 6, 7]);
      expect(days).toContain(each);
      expect(shownDays("week", stepped("week", each, 1))[0]).toBe(addDays(days[6] ?? "", 1));
      expect(stepped("week", stepped("week", each, 1), -1)).toBe(each);
    }),
  );
});

test("a month is whole weeks with all of its days, and the steps visit every month", () => {
  fc.assert(
    fc.property(day, (each) => {
      const days = shownDays("month", each);
      expect(days.length % 7).toBe(0);
      expect(days.length).toBeLessThanOrEqual(42);
      expect(weekdayOf(days[0] ?? "")).toBe(1);
      const month = each.slice(0, 7);
      const own = days.filter((one) => one.startsWith(month));
      expect(own[0]).toBe(`${month}-01`);
      expect(addDays(own.at(-1) ?? "", 1).slice(0, 7)).not.toBe(month);
      const [next, before] = [stepped("month", each, 1), stepped("month", each, -1)];
      expect(next).toBe(addDays(own.at(-1) ?? "", 1));
      expect(addDays(before, 31).slice(0, 7) >= month).toBe(true);
      expect(stepped("month", before, 1).slice(0, 7)).toBe(month);
    }),
  );
});

const MONDAY = "2026-11-23";
const SATURDAY = "2026-11-28";

test("pauses of four hours and more between publications in working hours are gaps", () => {
  expect(gapsOf(MONDAY, [9 * HOUR, 13 * HOUR, 14 * HOUR])).toEqual([
    { from: 9 * HOUR, to: 13 * HOUR },
    { from: 14 * HOUR, to: 18 * HOUR },
  ]);
  expect(gapsOf(MONDAY, [11 * HOUR, 14 * HOUR + 59])).toEqual([]);
  expect(gapsOf(MONDAY, [])).toEqual([{ from: WORK_BEGINS, to: WORK_ENDS }]);
  expect(gapsOf(MONDAY, [6 * HOUR, 22 * HOUR])).toEqual([{ from: WORK_BEGINS, to: WORK_ENDS }]);
  expect(gapsOf(SATURDAY, [])).toEqual([]);
});

test("what is past is not a gap", () => {
  expect(gapsOf(MONDAY, [9 * HOUR], 13 * HOUR)).toEqual([{ from: 13 * HOUR, to: 18 * HOUR }]);
  expect(gapsOf(MONDAY, [], 14 * HOUR + 1)).toEqual([]);
  expect(gapsOf(MONDAY, [], 20 * HOUR)).toEqual([]);
});

test("gaps hold no publication, do not overlap, and no longer pause is missed", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1439 })), fc.integer({ min: 0, max: 1439 }), (minutes, now) => {
      const gaps = gapsOf(MONDAY, minutes, now);
      for (const { from, to } of gaps) {
        expect(to - from).toBeGreaterThanOrEqual(MIN_GAP_MINUTES);
        expect(minutes.some((minute) => minute > from && minute < to)).toBe(false);
      }
      const isInGap = (minute: number) => gaps.some(({ from, to }) => minute >= from && minute <= to);
      for (let from = Math.max(WORK_BEGINS, now); from + MIN_GAP_MINUTES <= WORK_ENDS; from += 1) {
        const isFree = !minutes.some((minute) => minute > from && minute < from + MIN_GAP_MINUTES);
        if (isFree) expect(isInGap(from)).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});

test("only working days from today on can be empty", () => {
  expect(isEmptyDay(MONDAY, MONDAY, 0)).toBe(true);
  expect(isEmptyDay(MONDAY, MONDAY, 1)).toBe(false);
  expect(isEmptyDay(MONDAY, "2026-11-24", 0)).toBe(false);
  expect(isEmptyDay(SATURDAY, MONDAY, 0)).toBe(false);
});
