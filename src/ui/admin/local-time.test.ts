import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

/** The browser's zone is read once, when the page opens. */
async function timesIn(zone: string) {
  vi.stubEnv("TZ", zone);
  vi.resetModules();
  return import("./local-time.ts");
}

test("a table shows the editor's day, or that there is none", async () => {
  const { tableDate } = await timesIn("Pacific/Kiritimati");
  expect(tableDate("2026-01-04T12:00:00.000Z")).toBe("Jan 05, 2026");
  expect(tableDate(null)).toBe("N/A");
});

test("times of publication are in the newsroom's zone, wherever the editor is", async () => {
  const { exactTime, plannedTime, shortTime, tableDate } = await timesIn("Pacific/Kiritimati");
  const at = Date.parse("2026-11-24T06:00:00Z");
  const plain = (text: string) => text.replaceAll("\u202f", " ");
  expect(plain(plannedTime(at, "Africa/Nairobi"))).toBe("November 24, 2026 at 09:00 (Nairobi)");
  expect(plain(exactTime(at))).toBe("November 24, 2026 at 20:00");
  expect(tableDate("2026-11-24T02:00:00.000Z", "America/New_York")).toBe("Nov 23, 2026");
  expect(shortTime(at, Date.parse("2026-11-20T12:00:00Z"), "Africa/Nairobi")).toBe("Tue 09:00");
  // It is the same day in New York, not in Nairobi.
  const night = Date.parse("2026-11-24T01:30:00Z");
  const zones = ["America/New_York", "Africa/Nairobi"];
  expect(zones.map((zone) => shortTime(night, night - 6 * 3_600_000, zone))).toEqual(["20:30", "Tue 04:30"]);
});
