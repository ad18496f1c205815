import fc from "fast-check";
import { expect, test } from "vitest";
import { evenRate, nextTry } from "./rules.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FIRST = Date.UTC(2026, 10, 20, 12);

test.each([
  ["a minute after the first try", 1, 0, MINUTE],
  ["two minutes after the second", 2, MINUTE, 3 * MINUTE],
  ["from when it was tried, not from when it was due", 3, 60 * MINUTE, 64 * MINUTE],
  ["after 24 hours at the latest, so that there is a last try", 11, DAY - 30_000, DAY],
  ["after 24 hours too where a server was away for most of them", 2, DAY - 1, DAY],
  ["after 24 hours at the latest, however often it was tried", 5_000, 0, DAY],
])("a mail is retried %s", (_when, attempts, triedAfter, dueAfter) => {
  expect(nextTry(attempts, FIRST, FIRST + triedAfter)).toBe(FIRST + dueAfter);
});

test.each([DAY, DAY + 1, 7 * DAY])("a mail is not retried after its last attempt, %i ms after the first", (after) => {
  expect(nextTry(12, FIRST, FIRST + after)).toBeNull();
});

test.each([
  [1, { max: 1, window: MINUTE }],
  [60, { max: 1, window: 1_000 }],
  [90, { max: 1, window: 667 }],
  [600, { max: 10, window: 1_000 }],
])("%i mails a minute are spread evenly", (perMinute, expected) => {
  expect(evenRate(perMinute)).toEqual(expected);
});

test("the rate is never exceeded, is nearly reached, and delays nobody longer than it must", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 600_000 }), (perMinute) => {
      const { max, window } = evenRate(perMinute);
      const reached = (max * MINUTE) / window;
      expect(reached).toBeLessThanOrEqual(perMinute);
      expect(reached).toBeGreaterThan(perMinute * 0.997);
      expect(max === 1 || window <= 1_000).toBe(true);
    }),
  );
});
