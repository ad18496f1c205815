import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { fromLocalInput, toLocalInput } from "./local-time.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

/** Zones with half hours, with summer time on either hemisphere, and on both sides of the date line. */
const ZONES = [
  "UTC",
  "Africa/Nairobi",
  "Asia/Kolkata",
  "America/New_York",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
];
afterEach(() => vi.unstubAllEnvs());

describe("the value of a date-and-time control", () => {
  test("is the editor's local time, to the minute", () => {
    vi.stubEnv("TZ", "Africa/Nairobi");
    expect(toLocalInput("2026-01-05T21:07:59.999Z")).toBe("2026-01-06T00:07");
    expect(fromLocalInput("2026-01-06T00:07")).toBe("2026-01-05T21:07:00.000Z");
    vi.stubEnv("TZ", "America/New_York");
    expect(toLocalInput("2026-01-05T21:07:59.999Z")).toBe("2026-01-05T16:07");
  });

  test("has a year of four digits, as the control accepts no other", () => {
    vi.stubEnv("TZ", "UTC");
    expect(toLocalInput("0987-03-04T05:06:00.000Z")).toBe("0987-03-04T05:06");
  });

  test.each(["", "2026-13-01T00:00", "soon"])("that is empty or half typed is no date: %j", (value) => {
    expect(fromLocalInput(value)).toBeNull();
  });

  test("is empty where there is none", () => {
    expect(toLocalInput(null)).toBe("");
  });

  test.each(ZONES)(`comes back as the same minute in %s (seed ${SEED})`, (zone) => {
    vi.stubEnv("TZ", zone);
    const minute = fc
      .integer({ min: Date.UTC(1975, 0, 1) / 60_000, max: Date.UTC(2100, 0, 1) / 60_000 })
      .map((minutes) => new Date(minutes * 60_000));
    fc.assert(
      fc.property(minute, (instant) => {
        const shown = toLocalInput(instant.toISOString());
        const back = fromLocalInput(shown);
        // An hour that a clock shows twice in autumn can only mean one of the two.
        expect(toLocalInput(back)).toBe(shown);
        const shift = Math.abs(Date.parse(back ?? "") - instant.getTime());
        expect([0, 30 * 60_000, 60 * 60_000]).toContain(shift);
      }),
      { seed: SEED },
    );
  });
});

test("a table shows the editor's day, or that there is none", async () => {
  vi.stubEnv("TZ", "Pacific/Kiritimati");
  // The zone is read once, when the page opens.
  vi.resetModules();
  const { tableDate } = await import("./local-time.ts");
  expect(tableDate("2026-01-04T12:00:00.000Z")).toBe("Jan 05, 2026");
  expect(tableDate(null)).toBe("N/A");
});
