import fc from "fast-check";
import { expect, test } from "vitest";
import {
  asUtc,
  instantsOf,
  lastDaily,
  lastWeekly,
  meantIn,
  nextDaily,
  nextWeekly,
  offsetAt,
  utcWall,
  wallIn,
  zoneWords,
} from "./time.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const wall = (text: string) => utcWall(Date.parse(`${text}Z`));
const iso = (instant: number) => new Date(instant).toISOString();
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const ZONES = ["UTC", "Africa/Nairobi", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu"];

test("a wall time is the instant at which the zone's clocks show it", () => {
  expect(instantsOf("Africa/Nairobi", wall("2026-11-24T09:00")).map(iso)).toEqual(["2026-11-24T06:00:00.000Z"]);
  expect(instantsOf("America/New_York", wall("2026-07-01T00:00")).map(iso)).toEqual(["2026-07-01T04:00:00.000Z"]);
  expect(wallIn("Asia/Kathmandu", Date.parse("2026-11-24T23:00Z"))).toEqual(wall("2026-11-25T04:45"));
});

test("a time that the clocks skip is taken for as much later", () => {
  const meant = meantIn("America/New_York", wall("2026-03-08T02:30"));
  expect(meant.odd).toEqual({ is: "skipped" });
  expect(wallIn("America/New_York", meant.instant)).toEqual(wall("2026-03-08T03:30"));
});

test("a time that comes twice is the first, and names the second", () => {
  const meant = meantIn("Europe/Berlin", wall("2026-10-25T02:30"));
  expect([iso(meant.instant), meant.odd?.is]).toEqual(["2026-10-25T00:30:00.000Z", "twice"]);
  expect(meant.odd?.is === "twice" && iso(meant.odd.other)).toBe("2026-10-25T01:30:00.000Z");
  // Lord Howe's clocks change by half an hour.
  expect(instantsOf("Australia/Lord_Howe", wall("2026-04-05T01:45"))).toHaveLength(2);
  expect(instantsOf("Australia/Lord_Howe", wall("2026-04-05T01:15"))).toHaveLength(1);
});

test("every instant is among those of its wall time", () => {
  const minutes = fc.integer({ min: Date.UTC(1971, 0) / 60_000, max: Date.UTC(2037, 0) / 60_000 });
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), minutes, (zone, minute) => {
      const instant = minute * 60_000;
      expect(instantsOf(zone, wallIn(zone, instant))).toContain(instant);
    }),
    { seed: SEED, numRuns: 300 },
  );
});

test("years of few digits are themselves", () => {
  expect(wallIn("UTC", Date.parse("0050-02-03T04:05Z"))).toEqual({ year: 50, month: 2, day: 3, hour: 4, minute: 5 });
  expect(offsetAt("UTC", Date.parse("0000-06-01T00:00Z"))).toBe(0);
});

test("a zone is called by its place and its offset at that time", () => {
  const january = Date.UTC(2026, 0, 15);
  expect(
    ["Africa/Nairobi", "America/New_York", "Asia/Kathmandu", "UTC", "Etc/UTC"].map((zone) => zoneWords(zone, january)),
  ).toEqual(["Nairobi (UTC+3)", "New York (UTC−5)", "Kathmandu (UTC+5:45)", "UTC", "UTC"]);
  expect(zoneWords("America/New_York", Date.UTC(2026, 6, 15))).toBe("New York (UTC−4)");
});

test("a wall time means an instant at which the clocks show it, unless they skip it, whatever the zone", () => {
  const minutes = fc.integer({ min: Date.UTC(1971, 0) / 60_000, max: Date.UTC(2037, 0) / 60_000 });
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), minutes, (zone, minute) => {
      const shown = utcWall(minute * 60_000);
      const { instant, odd } = meantIn(zone, shown);
      const ahead = asUtc(wallIn(zone, instant)) - asUtc(shown);
      // What is skipped is an hour at most, half of it on Lord Howe.
      if (odd?.is === "skipped") expect(ahead > 0 && ahead <= 3_600_000).toBe(true);
      else expect(ahead).toBe(0);
      if (odd?.is === "twice") expect(odd.other).toBeGreaterThan(instant);
    }),
    { seed: SEED, numRuns: 300 },
  );
});

test.each([
  // Samoa went over the date line: there was no 30 December.
  ["Pacific/Apia", "2011-12-30T12:00", "skipped"],
  ["Pacific/Apia", "2011-12-31T00:00", undefined],
  // Not every change of the clocks is one of summer: Caracas moved by half an hour.
  ["America/Caracas", "2016-05-01T02:45", "skipped"],
  ["America/Caracas", "2016-05-01T03:00", undefined],
])("in %s %s is %s", (zone, text, odd) => {
  expect(meantIn(zone, wall(text)).odd?.is).toBe(odd);
});

test.each([
  ["UTC", { weekday: 5, hour: 12 }, "2026-11-20T12:00", "2026-11-20T12:00", "2026-11-27T12:00"],
  ["UTC", { weekday: 5, hour: 13 }, "2026-11-20T12:00", "2026-11-13T13:00", "2026-11-20T13:00"],
  ["UTC", { weekday: 0, hour: 0 }, "2026-11-20T12:00", "2026-11-15T00:00", "2026-11-22T00:00"],
  ["Africa/Nairobi", { weekday: 5, hour: 1 }, "2026-11-19T23:00", "2026-11-19T22:00", "2026-11-26T22:00"],
  ["Pacific/Auckland", { weekday: 6, hour: 8 }, "2027-01-01T07:00", "2026-12-25T19:00", "2027-01-01T19:00"],
  // The clocks go back between the two.
  ["America/New_York", { weekday: 5, hour: 8 }, "2026-10-31T00:00", "2026-10-30T12:00", "2026-11-06T13:00"],
])("in %s, %j near %s", (zone, weekly, now, last, next) => {
  const instant = Date.parse(`${now}Z`);
  const minute = (time: number) => iso(time).slice(0, 16);
  expect([lastWeekly(zone, weekly, instant), nextWeekly(zone, weekly, instant)].map(minute)).toEqual([last, next]);
});

test.each([
  ["UTC", 3, "2026-11-20T03:00", "2026-11-20T03:00", "2026-11-21T03:00"],
  ["UTC", 3, "2026-11-20T02:59", "2026-11-19T03:00", "2026-11-20T03:00"],
  ["Africa/Nairobi", 0, "2026-11-20T22:00", "2026-11-20T21:00", "2026-11-21T21:00"],
  // The clocks skip two o'clock.
  ["America/New_York", 2, "2026-03-08T06:30", "2026-03-07T07:00", "2026-03-08T07:00"],
  // The clocks show one o'clock twice: the earlier one counts.
  ["America/New_York", 1, "2026-11-01T06:30", "2026-11-01T05:00", "2026-11-02T06:00"],
])("in %s, %i o'clock of every day near %s", (zone, hour, now, last, next) => {
  const instant = Date.parse(`${now}Z`);
  const minute = (time: number) => iso(time).slice(0, 16);
  expect([lastDaily(zone, hour, instant), nextDaily(zone, hour, instant)].map(minute)).toEqual([last, next]);
});

test(`an hour of every week is shown by the zone's clocks, and comes once a week (seed ${SEED})`, () => {
  const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) });
  const weekly = fc.record({ weekday: fc.nat(6), hour: fc.nat(23) });
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), weekly, moment, (zone, wanted, now) => {
      const [last, next] = [lastWeekly(zone, wanted, now), nextWeekly(zone, wanted, now)];
      expect(last <= now && now < next).toBe(true);
      expect(Math.abs(next - last - 7 * DAY)).toBeLessThanOrEqual(HOUR);
      const { hour, ...date } = wallIn(zone, last);
      expect(new Date(asUtc({ ...date, hour })).getUTCDay()).toBe(wanted.weekday);
      // Where the clocks skip the hour, it is the next one.
      expect([wanted.hour, wanted.hour + 1]).toContain(hour);
    }),
    { seed: SEED },
  );
});
