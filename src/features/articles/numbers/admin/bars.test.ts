import { expect, test } from "vitest";
import type { Bar } from "#ui/admin/bar-chart.tsx";
import { dayBars, hourBars } from "./bars.ts";

const hour = (at: string, views: number, finished = 0) => ({ at: `${at}:00:00.000Z`, views, finished });
const filled = (bars: Bar[]) =>
  bars.filter(({ value }) => value > 0).map(({ label, value, more }) => [label, value, more?.[0]]);

test("hours are the last 48, in the newsroom's zone", () => {
  const now = Date.parse("2026-11-10T12:34:00Z");
  const hours = [hour("2026-11-08T12", 9), hour("2026-11-08T13", 3), hour("2026-11-10T12", 5, 2)];
  const bars = hourBars(hours, now, "Africa/Nairobi");
  expect(bars).toHaveLength(48);
  expect(filled(bars)).toEqual([
    ["8 Nov, 16:00", 3, 0],
    ["10 Nov, 15:00", 5, 2],
  ]);
});

test("days begin at the newsroom's midnight, also when clocks change", () => {
  const now = Date.parse("2026-11-02T03:00:00Z");
  // In New York it is still November 1, the day with 25 hours.
  const hours = [
    hour("2026-11-01T03", 1),
    hour("2026-11-01T04", 2, 1),
    hour("2026-11-02T04", 4),
    hour("2026-11-02T02", 8, 2),
  ];
  const bars = dayBars(hours, now, "America/New_York");
  expect(bars).toHaveLength(30);
  expect(filled(bars)).toEqual([
    ["31 Oct", 1, 0],
    ["1 Nov", 14, 3],
  ]);
});
