import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addHeat, HALF_LIFE, heatOf } from "./decay.ts";

/** What is left of views at `now`, counted the slow way. */
const weightAt = (views: number[], now: number) =>
  views.reduce((sum, time) => sum + 2 ** ((time - now) / HALF_LIFE), 0);
const times = fc.array(fc.integer({ min: 0, max: 40 * HALF_LIFE }), { minLength: 1, maxLength: 30 });
const START = Date.UTC(2026, 0, 1);

describe("heat", () => {
  test("orders articles as their decayed views do, at any later time", () => {
    fc.assert(
      fc.property(times, times, fc.integer({ min: 0, max: 20 * HALF_LIFE }), (left, right, later) => {
        const heat = (views: number[]) =>
          views.reduce<number | null>((sum, time) => addHeat(sum, 1, START + time), null) ?? 0;
        const now = 40 * HALF_LIFE + later;
        const difference = Math.log2(weightAt(left, now)) - Math.log2(weightAt(right, now));
        // Too close to call for floating-point numbers: either order is right.
        if (Math.abs(difference) > 1e-6) expect(heat(left) > heat(right)).toBe(difference > 0);
      }),
    );
  });

  test("counts many views at once like one after another", () => {
    const together = addHeat(null, 5, START);
    const apart = [1, 1, 1, 1, 1].reduce<number | null>((sum, count) => addHeat(sum, count, START), null);
    expect(apart).toBeCloseTo(together, 9);
  });

  test("falls below a threshold when enough half-lives are over", () => {
    const heat = addHeat(null, 8, START);
    expect(heat).toBeGreaterThan(heatOf(1.01, START + 2.9 * HALF_LIFE));
    expect(heat).toBeLessThan(heatOf(1.01, START + 3 * HALF_LIFE));
  });
});
