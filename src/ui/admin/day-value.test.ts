import { expect, test } from "vitest";
import { dayOf, problemOfDay, readDayValue, shownDay } from "./date-values.ts";

/** A Friday. */
const TODAY = { year: 2026, month: 11, day: 20 };
const read = (typed: string) => readDayValue(typed, TODAY);

test.each([
  ["24 Nov 2025", "2025-11-24"],
  ["Nov 24th, 2025", "2025-11-24"],
  ["2025-11-24", "2025-11-24"],
  ["24.11.2025", "2025-11-24"],
  // Without a year the last one is meant.
  ["24 nov", "2025-11-24"],
  ["20 nov", "2026-11-20"],
  ["3.2.", "2026-02-03"],
  ["tue", "2026-11-17"],
  ["friday", "2026-11-13"],
  ["today", "2026-11-20"],
  ["yesterday", "2026-11-19"],
  ["", ""],
  ["  ", ""],
])("%j is %j", (typed, value) => {
  expect(read(typed)).toBe(value);
  expect(problemOfDay(value, "2026-11-20")).toBeUndefined();
});

test.each([
  ["soon", "This is not a date. Type it like Nov 20, 2026."],
  ["24 Nov 2026, 09:00", "This is not a date. Type it like Nov 20, 2026."],
  ["31 Nov 2026", "Nov 31, 2026 does not exist."],
  ["2026-02-30", "Feb 30, 2026 does not exist."],
  ["0026-11-24", "This is not a date. Type it like Nov 20, 2026."],
  ["3/4/2026", "The day and month are ambiguous. Write the month as a word."],
])("%j stays as it is, and says why", (typed, problem) => {
  expect(read(typed)).toBe(typed);
  expect(dayOf(typed)).toBeNull();
  expect(problemOfDay(typed, "2026-11-20")).toBe(problem);
});

test("a day is shown as it can be typed", () => {
  expect(shownDay("2025-02-03")).toBe("Feb 3, 2025");
  expect(read(shownDay("2025-02-03"))).toBe("2025-02-03");
  expect(shownDay("soon")).toBe("soon");
});
