import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inTimeZone } from "#test/support/time-zone.ts";
import { articleIdsOf, frameKey, isFrameKey, lastSlot, retryPause, WEEK } from "./rules.ts";

/** Half a day ahead of UTC: a rule that takes the machine's time for it is wrong most of the day. */
inTimeZone("Pacific/Auckland");
const HOUR = 60 * 60_000;
const KEY = "a secret of at least thirty-two bytes, for tests";
const FRIDAY_NOON = Date.UTC(2026, 10, 20, 12);

describe("the digest's last slot", () => {
  test.each([
    ["an hour ago", { weekday: 5, hour: 11 }, Date.UTC(2026, 10, 20, 11)],
    ["this very moment", { weekday: 5, hour: 12 }, FRIDAY_NOON],
    ["last week, where its hour is yet to come today", { weekday: 5, hour: 13 }, Date.UTC(2026, 10, 13, 13)],
    ["this week's Sunday, with which a week begins", { weekday: 0, hour: 0 }, Date.UTC(2026, 10, 15)],
    ["last Saturday, as this week's is yet to come", { weekday: 6, hour: 23 }, Date.UTC(2026, 10, 14, 23)],
  ])("may be %s", (_when, setting, slot) => {
    expect(lastSlot(setting, FRIDAY_NOON)).toBe(slot);
  });

  test("crosses the ends of months and years", () => {
    expect(lastSlot({ weekday: 2, hour: 8 }, Date.UTC(2027, 0, 1, 7))).toBe(Date.UTC(2026, 11, 29, 8));
    expect(lastSlot({ weekday: 6, hour: 8 }, Date.UTC(2028, 2, 1))).toBe(Date.UTC(2028, 1, 26, 8));
  });

  test("is the one moment of its weekday and hour within the last week, for any time", () => {
    const moment = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) });
    const setting = fc.record({ weekday: fc.nat(6), hour: fc.nat(23) });
    fc.assert(
      fc.property(setting, moment, (wanted, now) => {
        const slot = lastSlot(wanted, now);
        expect(slot).toBeLessThanOrEqual(now);
        expect(slot).toBeGreaterThan(now - WEEK);
        const date = new Date(slot);
        expect([date.getUTCDay(), date.getUTCHours(), slot % HOUR]).toEqual([wanted.weekday, wanted.hour, 0]);
      }),
    );
  });
});

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
