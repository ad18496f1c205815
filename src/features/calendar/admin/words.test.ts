import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, longDay, periodWords, shortDay, shownDays, stretchWords, weekdayName, whenWords } from "./items.ts";

/** `Intl` puts narrow spaces around the dash of a range. */
const plain = (text: string) => text.replace(/[\u2009\u202f]/g, " ");

test("a day is named as the calendar has it, wherever the browser is", () => {
  expect([shortDay("2026-11-24"), longDay("2026-11-24"), weekdayName("2026-11-24")]).toEqual([
    ...["Tue, Nov 24", "Tuesday, November 24", "Tue"],
  ]);
  expect(longDay("2028-02-29")).toBe("Tuesday, February 29");
  expect(whenWords({ day: "2027-01-01", minute: 5 })).toBe("Fri, Jan 1, 00:05");
});

test.each([
  ["within a month", "2026-11-25", "Nov 23 – 29, 2026"],
  ["across two months", "2026-12-01", "Nov 30 – Dec 6, 2026"],
  ["across two years", "2026-12-31", "Dec 28, 2026 – Jan 3, 2027"],
])("a week %s says which days it has", (_what, day, words) => {
  expect(plain(periodWords("week", day, shownDays("week", day)))).toBe(words);
});

test("a month is named by its own days, not by those around it that are shown too", () => {
  const days = shownDays("month", "2026-11-30");
  expect(days[0]).toBe("2026-10-26");
  expect(periodWords("month", "2026-11-30", days)).toBe("November 2026");
});

test("each weekday has its own name, the same every week", () => {
  const day = fc.integer({ min: 0, max: 30_000 }).map((count) => addDays("1990-01-01", count));
  fc.assert(
    fc.property(day, (each) => {
      expect(weekdayName(addDays(each, 7))).toBe(weekdayName(each));
      expect(new Set(shownDays("week", each).map(weekdayName)).size).toBe(7);
      expect(longDay(each).startsWith(weekdayName(each))).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test("a stretch is told in whole hours, and minutes where there are any", () => {
  expect([240, 270, 601].map(stretchWords)).toEqual(["4 h", "4 h 30 min", "10 h 1 min"]);
});
