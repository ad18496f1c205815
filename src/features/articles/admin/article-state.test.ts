import { expect, test } from "vitest";
import { stateOf, storyOfRow, timeWords } from "./row-actions.tsx";

const HOUR = 60 * 60_000;
/** Friday. */
const NOW = Date.UTC(2026, 10, 20, 12);
const at = (hours: number) => new Date(NOW + hours * HOUR).toISOString();
const words = (article: { published_date: string; publish_at?: string }, zone = "Africa/Nairobi") =>
  timeWords({ status: "published", ...article }, NOW, zone);

test("a scheduled article says its weekday and time, in the newsroom's time zone", () => {
  expect([90, 13].map((hours) => words({ published_date: at(hours) }))).toEqual(["Tue 09:00", "Sat 04:00"]);
  expect(words({ published_date: at(90) }, "America/New_York")).toBe("Tue 01:00");
  // A week ahead a weekday would be today's.
  expect(words({ published_date: at(7 * 24) })).toBe("Nov 27, 2026 15:00");
});

test("a published one says when its changes become public", () => {
  expect(words({ published_date: at(-1), publish_at: at(90) })).toBe("update Tue 09:00");
  expect(words({ published_date: at(-1) })).toBeUndefined();
});

test("is scheduled until its time", () => {
  const states = [-1, 0, 1].map((hours) => stateOf({ status: "published", published_date: at(hours) }, NOW));
  expect(states).toEqual(["Published", "Published", "Scheduled"]);
});

test("is what the server says, or what can be said of the specified fields", () => {
  const row = { status: "published", published_date: at(-1) } as const;
  expect(storyOfRow(row, NOW)).toEqual({ state: "public", has_changes: false });
  const story = { state: "corrected", has_changes: true } as const;
  expect(storyOfRow({ ...row, story }, NOW)).toEqual(story);
});
