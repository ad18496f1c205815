import { expect, test } from "vitest";
import { isInstant, problemAhead, problemOf, readValue, settle, shownValue, twinOf, wallOf } from "./date-values.ts";

const NOW = Date.parse("2026-11-20T12:20:00Z");
const NEW_YORK = "America/New_York";

test("a value is shown in its zone, and read again as the same", () => {
  const value = "2026-11-24T06:00:00.000Z";
  expect(shownValue(value, "Africa/Nairobi")).toBe("Nov 24, 2026, 09:00");
  expect(readValue("Nov 24, 2026, 09:00", null, "Africa/Nairobi", NOW)).toEqual({ value, note: null });
  // Only the day is typed again.
  expect(readValue("25 Nov 2026", value, "Africa/Nairobi", NOW).value).toBe("2026-11-25T06:00:00.000Z");
  expect(readValue("  ", value, "UTC", NOW).value).toBeNull();
});

test("what cannot be read stays as it was typed, with the reason, and keeps a form from being sent", () => {
  expect(readValue("31 Nov 2026", null, "UTC", NOW)).toEqual({
    value: "31 Nov 2026",
    note: "Nov 31, 2026 does not exist.",
  });
  expect(shownValue("31 Nov 2026", "UTC")).toBe("31 Nov 2026");
  expect([isInstant("31 Nov 2026"), problemOf("31 Nov 2026")]).toEqual([false, "Nov 31, 2026 does not exist."]);
  expect([problemOf(null), problemOf("2026-11-24T06:00:00.000Z")]).toEqual([undefined, undefined]);
});

test("what is to come needs a time, and one that is ahead", () => {
  const at = (time: number) => problemAhead(new Date(time).toISOString(), NOW);
  expect(problemAhead(null, NOW)).toBe("Choose a date and a time.");
  expect(problemAhead("31 Nov 2026", NOW)).toBe("Nov 31, 2026 does not exist.");
  expect([at(NOW), at(NOW + 1)]).toEqual(["This time is in the past. Choose a later one.", undefined]);
});

test("says which time is taken for one that the clocks skip", () => {
  const skipped = settle({ year: 2026, month: 3, day: 8, hour: 2, minute: 30 }, NEW_YORK);
  expect(skipped.value).toBe("2026-03-08T07:30:00.000Z");
  expect(skipped.note).toBe(
    "In New York the clocks go forward on Mar 8, and 02:30 does not exist. 03:30 is used instead.",
  );
});

test("a time that comes twice leads to its other one and back", () => {
  const first = settle({ year: 2026, month: 11, day: 1, hour: 1, minute: 30 }, NEW_YORK).value;
  const second = twinOf(first, NEW_YORK);
  expect(second).toEqual({ value: "2026-11-01T06:30:00.000Z", isLater: true });
  expect(twinOf(second?.value ?? null, NEW_YORK)).toEqual({ value: first, isLater: false });
  expect(twinOf("2026-11-02T06:30:00.000Z", NEW_YORK)).toBeNull();
});

test("choosing begins with the next hour of today, and with nine o'clock on other days", () => {
  expect(wallOf(null, "Africa/Nairobi", NOW)).toMatchObject({ day: 20, hour: 16, minute: 0 });
  expect(wallOf(null, "UTC", NOW, { year: 2026, month: 12, day: 1 })).toMatchObject({ month: 12, hour: 9 });
  expect(wallOf(null, "UTC", Date.parse("2026-11-20T23:30:00Z"))).toMatchObject({ day: 20, hour: 23, minute: 59 });
});
