import { expect, test } from "vitest";
import { stateOf, stateWords } from "./row-actions.tsx";

const HOUR = 60 * 60_000;
/** Friday. */
const NOW = Date.UTC(2026, 10, 20, 12);
const at = (hours: number) => new Date(NOW + hours * HOUR).toISOString();
const words = (article: { published_date: string; publish_at?: string }, zone = "Africa/Nairobi") =>
  stateWords({ status: "published", ...article }, NOW, zone);

test("a scheduled article says its weekday and time, in the newsroom's time zone", () => {
  expect([90, 13].map((hours) => words({ published_date: at(hours) }))).toEqual([
    "Scheduled, Tue 09:00",
    "Scheduled, Sat 04:00",
  ]);
  expect(words({ published_date: at(90) }, "America/New_York")).toBe("Scheduled, Tue 01:00");
  // A week ahead a weekday would be today's.
  expect(words({ published_date: at(7 * 24) })).toBe("Scheduled, Nov 27, 2026 15:00");
});

test("a published one says when its changes become public", () => {
  expect(words({ published_date: at(-1), publish_at: at(90) })).toBe("Published, update Tue 09:00");
  expect(words({ published_date: at(-1) })).toBe("Published");
});

test("is scheduled until its time", () => {
  const states = [-1, 0, 1].map((hours) => stateOf({ status: "published", published_date: at(hours) }, NOW));
  expect(states).toEqual(["Published", "Published", "Scheduled"]);
});
