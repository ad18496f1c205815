import fc from "fast-check";
import { expect, test } from "vitest";
import { asUtc, utcWall } from "#shared/time.ts";
import { readTime, timeText } from "./typed-time.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
/** A Friday. */
const NOW = { year: 2026, month: 11, day: 20, hour: 12, minute: 0 };
const read = (typed: string) => {
  const found = readTime(typed, NOW, { hour: 8, minute: 15 });
  if ("wall" in found) return new Date(asUtc(found.wall)).toISOString().slice(0, 16);
  return "instant" in found ? new Date(found.instant).toISOString() : found.problem;
};

test.each([
  ["24 Nov 2026, 09:00", "2026-11-24T09:00"],
  ["24 november 2026 9:00", "2026-11-24T09:00"],
  ["Nov 24, 2026 at 9pm", "2026-11-24T21:00"],
  ["Nov 24th 9.30 pm", "2026-11-24T21:30"],
  ["Tue 24 Nov 2026 00:05", "2026-11-24T00:05"],
  ["2026-11-24T09:00", "2026-11-24T09:00"],
  ["2026-11-24 9:05:30", "2026-11-24T09:05"],
  ["2026-11-24 9", "2026-11-24T09:00"],
  ["2026-1-4", "2026-01-04T08:15"],
  ["24.11.2026 09.00", "2026-11-24T09:00"],
  ["24/11/2026", "2026-11-24T08:15"],
  ["11/24/2026 noon", "2026-11-24T12:00"],
  ["24 nov", "2026-11-24T08:15"],
  ["3 feb 12am", "2027-02-03T00:00"],
  ["20 nov", "2026-11-20T08:15"],
  ["tomorrow 9", "2026-11-21T09:00"],
  ["today 18:30", "2026-11-20T18:30"],
  ["tue 9:00", "2026-11-24T09:00"],
  ["friday", "2026-11-27T08:15"],
  ["fri 18:30", "2026-11-20T18:30"],
  ["fri 11:59", "2026-11-27T11:59"],
  ["next friday 18:30", "2026-11-27T18:30"],
  ["next monday 8", "2026-11-23T08:00"],
  ["9am", "2026-11-21T09:00"],
  ["18:30", "2026-11-20T18:30"],
  ["noon", "2026-11-21T12:00"],
  ["in 2 hours", "2026-11-20T14:00"],
  ["in an hour", "2026-11-20T13:00"],
  ["in 3 days", "2026-11-23T12:00"],
  ["29 Feb 2028", "2028-02-29T08:15"],
])("%s is %s", (typed, meant) => {
  expect(read(typed)).toBe(meant);
});

test("what names its own offset is an instant", () => {
  expect(read("2026-11-24T09:00+03:00")).toBe("2026-11-24T06:00:00.000Z");
  expect(read("2026-11-24T09:00:00.000Z")).toBe("2026-11-24T09:00:00.000Z");
});

test.each(["", "soon", "24", "24:00", "25 Nov 2026 25:00", "13pm tomorrow", "2026-13-01", "nov nov 3", "9:00 10:00"])(
  "%j is nothing",
  (typed) => {
    expect(read(typed)).toMatch(/^This is not a date and time/);
  },
);

test("says what is wrong with a day that there is not, and never guesses between day and month", () => {
  expect(read("31 Nov 2026")).toBe("Nov 31, 2026 does not exist.");
  expect(read("3/4/2026")).toMatch(/^The day and month are ambiguous/);
  expect(read("4/4/2026")).toBe("2026-04-04T08:15");
});

test("what is shown can be typed", () => {
  const minutes = fc.integer({ min: Date.UTC(1000, 0) / 60_000, max: Date.UTC(9999, 0) / 60_000 });
  fc.assert(
    fc.property(minutes, (minute) => {
      const wall = utcWall(minute * 60_000);
      expect(readTime(timeText(wall), NOW, { hour: 0, minute: 0 })).toEqual({ wall });
    }),
    { seed: SEED },
  );
});

test("any text is answered, and long ones at once", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (typed) => {
      readTime(typed, NOW, { hour: 0, minute: 0 });
    }),
    { seed: SEED },
  );
  expect(read(`24 Nov 2026 ${"9".repeat(1_000_000)}`)).toMatch(/^This is not a date/);
});
