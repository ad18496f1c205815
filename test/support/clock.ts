import type { Clock } from "#platform/clock.ts";

/** A clock that moves only when it is advanced. */
export type TestClock = Clock & { advance: (milliseconds: number) => void };

/** Friday, 20 November 2026, noon UTC, unless another instant is given. */
export function testClock(start = Date.UTC(2026, 10, 20, 12)): TestClock {
  let now = start;
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}
