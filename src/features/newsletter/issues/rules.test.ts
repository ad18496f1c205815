import { describe, expect, test } from "vitest";
import { inTimeZone } from "#test/support/time-zone.ts";
import { articleIdsOf, frameKey, isFrameKey, retryPause } from "./rules.ts";

/** Half a day ahead of UTC: a rule that takes the machine's time for it is wrong most of the day. */
inTimeZone("Pacific/Auckland");
const HOUR = 60 * 60_000;
const KEY = "a secret of at least thirty-two bytes, for tests";
const FRIDAY_NOON = Date.UTC(2026, 10, 20, 12);

describe("the key in a preview's address", () => {
  const key = frameKey(KEY, 7, FRIDAY_NOON);

  test("is valid for an hour at least and for two at most", () => {
    const almost = FRIDAY_NOON + HOUR - 1;
    expect(isFrameKey({ secretKey: KEY }, 7, FRIDAY_NOON, key)).toBe(true);
    expect(isFrameKey({ secretKey: KEY }, 7, FRIDAY_NOON + 2 * HOUR - 1, key)).toBe(true);
    expect(isFrameKey({ secretKey: KEY }, 7, FRIDAY_NOON + 2 * HOUR, key)).toBe(false);
    const late = frameKey(KEY, 7, almost);
    expect(isFrameKey({ secretKey: KEY }, 7, almost + HOUR, late)).toBe(true);
    expect(isFrameKey({ secretKey: KEY }, 7, almost + HOUR + 1, late)).toBe(false);
  });

  test("is not valid for another issue, for another site, or ahead of its time", () => {
    expect(isFrameKey({ secretKey: KEY }, 8, FRIDAY_NOON, key)).toBe(false);
    expect(isFrameKey({ secretKey: `${KEY}!` }, 7, FRIDAY_NOON, key)).toBe(false);
    expect(isFrameKey({ secretKey: `${KEY}!`, previousKeys: [KEY] }, 7, FRIDAY_NOON, key)).toBe(true);
    expect(isFrameKey({ secretKey: KEY }, 7, FRIDAY_NOON - HOUR, key)).toBe(false);
  });

  test.each(["", "x", "é".repeat(43), `${key}=`, key.slice(1)])("is rejected without an error if it is %j", (bad) => {
    expect(isFrameKey({ secretKey: KEY }, 7, FRIDAY_NOON, bad)).toBe(false);
  });
});

test("an issue's articles keep their order, and impossible ids are dropped", () => {
  expect(articleIdsOf({ article_ids: "[3,1,0,-1,1.5,2147483647,2147483648,2]" })).toEqual([3, 1, 2_147_483_647, 2]);
});

test("an issue that fails is retried after a second, then after twice as long each time, up to ten minutes", () => {
  expect([0, 1, 2, 9, 10, 2_000].map(retryPause)).toEqual([1_000, 2_000, 4_000, 512_000, 600_000, 600_000]);
});
