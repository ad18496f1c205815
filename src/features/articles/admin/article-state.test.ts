import { afterEach, expect, test, vi } from "vitest";

const HOUR = 60 * 60_000;
/** Friday. */
const NOW = Date.UTC(2026, 10, 20, 12);
const at = (hours: number) => new Date(NOW + hours * HOUR).toISOString();

/** The zone is read once, when the page opens. */
async function wordsIn(zone: string) {
  vi.stubEnv("TZ", zone);
  vi.resetModules();
  return import("./article-state.ts");
}
afterEach(() => vi.unstubAllEnvs());

test("a scheduled article says its weekday and time, in the editor's time zone", async () => {
  const { scheduledTime } = await wordsIn("Africa/Nairobi");
  expect([90, 13].map((hours) => scheduledTime(at(hours), NOW))).toEqual(["Tue 09:00", "Sat 04:00"]);
  // A week ahead a weekday would be today's.
  expect(scheduledTime(at(7 * 24), NOW)).toBe("Nov 27, 2026 15:00");
});

test("is scheduled until its time", async () => {
  const { stateOf } = await wordsIn("UTC");
  const states = [-1, 0, 1].map((hours) => stateOf({ status: "published", published_date: at(hours) }, NOW));
  expect(states).toEqual(["Published", "Published", "Scheduled"]);
});
