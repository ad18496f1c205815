import { expect, test } from "vitest";
import { timeLeft } from "./trash-screen.tsx";

const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR = 60 * 60_000;
const leftAfter = (hours: number) => timeLeft(new Date(NOW + hours * HOUR).toISOString(), NOW);

test("says to the nearest day how long an article can still be restored", () => {
  expect([30 * 24, 719, 47, 35, 24, 23, 0, -5].map(leftAfter)).toEqual([
    ...["30 days", "30 days", "2 days", "1 day", "1 day"],
    ...["Less than a day", "Less than a day", "Less than a day"],
  ]);
});
