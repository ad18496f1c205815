import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, clockOf, dayTime, instantAt, isDay, weekdayOf } from "./items.ts";

const HOUR = 60 * 60_000;
const ZONES = ["UTC", "Africa/Nairobi", "America/New_York", "Europe/London", "Asia/Kathmandu", "Australia/Lord_Howe"];
const zone = fc.constantFrom(...ZONES, "Pacific/Apia", "America/Sao_Paulo", "Africa/Casablanca");
/** Whole minutes from 1990 to 2060. */
const instant = fc.integer({ min: 631_152_000 / 60, max: 2_840_140_800 / 60 }).map((minutes) => minutes * 60_000);

test("a wall time leads back to its instant, or to the other one that shows the same", () => {
  fc.assert(
    fc.property(instant, zone, (at, name) => {
      const wall = dayTime(at, name);
      const back = instantAt(wall, name);
      expect(dayTime(back, name)).toEqual(wall);
      // The clocks were set back and showed it twice; the first instant counts.
      expect(back).toBeLessThanOrEqual(at);
      expect(at - back).toBeLessThanOrEqual(2 * HOUR);
    }),
  );
});

test("days follow each other without a gap, whatever clocks do", () => {
  fc.assert(
    fc.property(instant, zone, (at, name) => {
      const { day } = dayTime(at, name);
      const [start, end] = [day, addDays(day, 1)].map((each) => instantAt({ day: each, minute: 0 }, name));
      expect(start).toBeLessThanOrEqual(at);
      expect(end).toBeGreaterThan(at);
    }),
    // Samoa had no December 30 in 2011.
    { examples: [[Date.UTC(2011, 11, 30, 9, 59), "Pacific/Apia"]] },
  );
});

test.each([
  ["the hour that is skipped", "2027-03-14", 2 * 60 + 30, "2027-03-14T07:30:00Z"],
  ["the hour that comes twice", "2026-11-01", 60 + 30, "2026-11-01T05:30:00Z"],
  ["before clocks go forward", "2027-03-14", 60, "2027-03-14T06:00:00Z"],
  ["after clocks go forward", "2027-03-14", 9 * 60, "2027-03-14T13:00:00Z"],
  ["after clocks go back", "2026-11-01", 9 * 60, "2026-11-01T14:00:00Z"],
])("in New York: %s", (_name, day, minute, expected) => {
  expect(instantAt({ day, minute }, "America/New_York")).toBe(Date.parse(expected));
});

test("a zone with quarter hours", () => {
  expect(dayTime(Date.UTC(2026, 10, 23, 18, 14), "Asia/Kathmandu")).toEqual({
    day: "2026-11-23",
    minute: 23 * 60 + 59,
  });
  expect(dayTime(Date.UTC(2026, 10, 23, 18, 15), "Asia/Kathmandu")).toEqual({ day: "2026-11-24", minute: 0 });
});

test("days, weekdays and clocks in words", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
  expect(["2026-11-23", "2026-11-29"].map(weekdayOf)).toEqual([1, 7]);
  expect(["2026-11-23", "2026-02-30", "2026-1-1", "", "2026-13-01", "2026-11-23T00"].map(isDay)).toEqual([
    ...[true, false, false, false, false, false],
  ]);
  expect([0, 605, 1439].map(clockOf)).toEqual(["00:00", "10:05", "23:59"]);
});
