import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asUtc, DAY, utcWall, wallIn } from "#shared/time.ts";
import { SEED } from "#test/support/seed.ts";
import {
  dayOf,
  isInstant,
  problemOf,
  problemOfDay,
  readDayValue,
  readValue,
  settle,
  shownDay,
  shownValue,
  twinOf,
  valueOfDay,
  wallOf,
} from "./date-values.ts";
import type { Day } from "./typed-time.ts";

const number = ({ year, month, day }: Day) => asUtc({ year, month, day, hour: 0, minute: 0 }) / DAY;
const dayAt = (days: number): Day => {
  const { year, month, day } = utcWall(days * DAY);
  return { year, month, day };
};
const anyDay = fc.integer({ min: Date.UTC(1001, 0) / DAY, max: Date.UTC(9998, 11) / DAY }).map(dayAt);

describe(`any day of the calendar (seed ${SEED})`, () => {
  test("is the same after it was written, shown, and typed as it is shown", () => {
    fc.assert(
      fc.property(anyDay, anyDay, (day, today) => {
        const value = valueOfDay(day);
        expect(dayOf(value)).toEqual(day);
        expect(readDayValue(shownDay(value), today)).toBe(value);
        expect(problemOfDay(value, valueOfDay(today))).toBeUndefined();
      }),
      { seed: SEED },
    );
  });

  test("typed without its year is the last such day, at most a year ago", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 364 }), (today, ago) => {
        const meant = dayAt(number(today) - ago);
        // Of which only every fourth year has one.
        fc.pre(meant.month !== 2 || meant.day !== 29);
        const [day, month] = shownDay(valueOfDay(meant)).split(" ");
        expect(readDayValue(`${day} ${month}`, today)).toBe(valueOfDay(meant));
      }),
      { seed: SEED },
    );
  });
});

test.each([
  "0000-01-01",
  "2026-13-01",
  "2026-00-10",
  "2026-02-30",
  "2027-02-29",
  "20261124",
  "2026-11-24T00:00",
  "٢٠٢٦-١١-٢٤",
])("%j is no day", (value) => {
  expect(dayOf(value)).toBeNull();
});

describe("text that is no date", () => {
  const hostile = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.constantFrom(
      "\u0000",
      "\u202e2026",
      "🦊 Nov 2026",
      "1".repeat(10_000),
      "nov ".repeat(5_000),
      "-1 Nov 2026",
      "1e3",
    ),
  );

  test(`stays as it was typed and keeps the form from being sent, or is a value (seed ${SEED})`, () => {
    fc.assert(
      fc.property(hostile, (typed) => {
        const day = readDayValue(typed, { year: 2026, month: 11, day: 20 });
        if (day !== "" && dayOf(day) === null)
          expect([day, problemOfDay(day, "2026-11-20")]).toEqual([typed, expect.any(String)]);
        const { value } = readValue(typed, null, "UTC", 0);
        if (value !== null && !isInstant(value)) expect([value, problemOf(value)]).toEqual([typed, expect.any(String)]);
      }),
      { seed: SEED },
    );
  });
});

/** With summer time by an hour and by half of one, without it, off the whole hour, and with a day that never was. */
const ZONES = ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "UTC"];
/** Near these the clocks of a zone change; the last one is Samoa's step over the date line. */
const CHANGES = [
  ...["2026-03-08T07:00Z", "2026-11-01T06:00Z", "2026-03-29T01:00Z", "2026-10-25T01:00Z"],
  ...["2026-04-04T15:00Z", "2026-10-03T15:30Z", "2011-12-30T10:00Z"],
].map((iso) => Date.parse(iso));
const instant = fc
  .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -180, max: 180 }))
  .map(([change, minutes]) => change + minutes * 60_000);
const iso = (time: number) => new Date(time).toISOString();

describe(`an instant near a change of the clocks (seed ${SEED})`, () => {
  const each = (check: (value: string, zone: string) => void) =>
    fc.assert(
      fc.property(instant, fc.constantFrom(...ZONES), (time, zone) => check(iso(time), zone)),
      { seed: SEED, numRuns: 300 },
    );

  test("is read again as it is shown: as itself, or as its twin, which is offered", () => {
    each((value, zone) => {
      const read = readValue(shownValue(value, zone), value, zone, 0);
      expect(read.note).toBeNull();
      expect([value, twinOf(value, zone)?.value]).toContain(read.value);
    });
  });

  test("and its twin are each other's, show the same, and one of them is the later", () => {
    each((value, zone) => {
      const twin = twinOf(value, zone);
      if (!twin) return;
      expect(twinOf(twin.value, zone)).toEqual({ value, isLater: !twin.isLater });
      expect(shownValue(twin.value, zone)).toBe(shownValue(value, zone));
      expect(twin.isLater).toBe(twin.value > value);
    });
  });

  test("is what its own wall time settles on, and nothing odd is said of it", () => {
    each((value, zone) => {
      const settled = settle(wallOf(value, zone, 0), zone);
      expect(settled.note).toBeNull();
      expect([value, twinOf(value, zone)?.value]).toContain(settled.value);
    });
  });
});

test("a wall time that the clocks skip becomes a later one on the clock, never an earlier", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 59 }), (minute) => {
      const wall = { year: 2026, month: 3, day: 29, hour: 2, minute };
      const { value, note } = settle(wall, "Europe/Berlin");
      expect(note).toContain("does not exist");
      expect(wallIn("Europe/Berlin", Date.parse(value))).toEqual({ ...wall, hour: 3 });
    }),
    { seed: SEED },
  );
});
