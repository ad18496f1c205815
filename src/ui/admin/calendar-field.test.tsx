import { expect, test } from "vitest";
import { addMonths, dayByKey, weeksOf } from "./calendar-field.tsx";

const day = (text: string) => {
  const [year = 0, month = 0, date = 0] = text.split("-").map(Number);
  return { year, month, day: date };
};
const text = ({ year, month, day: date }: { year: number; month: number; day: number }) => `${year}-${month}-${date}`;

test("a month is whole weeks from Monday, with its neighbours' days", () => {
  const weeks = weeksOf(day("2026-11-1")).map((week) => week.map(text));
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  expect([weeks[0]?.[0], weeks[0]?.[6], weeks[5]?.[0], weeks[5]?.[6]]).toEqual([
    "2026-10-26",
    "2026-11-1",
    "2026-11-30",
    "2026-12-6",
  ]);
  expect(weeksOf(day("2027-2-1"))).toHaveLength(4);
});

test("keys go by days, weeks, months and years", () => {
  const from = day("2026-12-31");
  const to = (key: string, isShift = false) => {
    const found = dayByKey(key, isShift, from);
    return found && text(found);
  };
  expect(["ArrowRight", "ArrowDown", "Home", "End"].map((key) => to(key))).toEqual([
    "2027-1-1",
    "2027-1-7",
    "2026-12-28",
    "2027-1-3",
  ]);
  expect([to("PageDown"), to("PageUp"), to("PageDown", true), to("x")]).toEqual([
    "2027-1-31",
    "2026-11-30",
    "2027-12-31",
    null,
  ]);
  expect(text(addMonths(day("2028-2-29"), 12))).toBe("2029-2-28");
  expect(dayByKey("ArrowRight", false, day("9999-12-31"))).toBeNull();
});
