import { expect, test } from "vitest";
import { dayBars, hourBars } from "./bars.ts";

const hour = (at: string, views: number) => ({ at: `${at}:00:00.000Z`, views });
const filled = (bars: { label: string; value: number }[]) => bars.filter(({ value }) => value > 0);

test("hours are the last 48, in the newsroom's zone", () => {
  const now = Date.parse("2026-11-10T12:34:00Z");
  const hours = [hour("2026-11-08T12", 9), hour("2026-11-08T13", 3), hour("2026-11-10T12", 5)];
  const bars = hourBars(hours, now, "Africa/Nairobi");
  expect(bars).toHaveLength(48);
  expect(filled(bars)).toEqual([
    { label: "8 Nov, 16:00", value: 3 },
    { label: "10 Nov, 15:00", value: 5 },
  ]);
});

test("days begin at the newsroom's midnight, also when clocks change", () => {
  const now = Date.parse("2026-11-02T03:00:00Z");
  // In New York it is still November 1, the day with 25 hours.
  const hours = [
    hour("2026-11-01T03", 1),
    hour("2026-11-01T04", 2),
    hour("2026-11-02T04", 4),
    hour("2026-11-02T02", 8),
  ];
  const bars = dayBars(hours, now, "America/New_York");
  expect(bars).toHaveLength(30);
  expect(filled(bars)).toEqual([
    { label: "31 Oct", value: 1 },
    { label: "1 Nov", value: 14 },
  ]);
});
