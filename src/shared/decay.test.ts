import { expect, test } from "vitest";
import { HALF_LIFE_MS, heatOf } from "./decay.ts";

const START = Date.UTC(2026, 0, 1);

test("a heat falls below a threshold after enough half-lives", () => {
  const heat = heatOf(8, START);
  expect(heat).toBeGreaterThan(heatOf(1.01, START + 2.9 * HALF_LIFE_MS));
  expect(heat).toBeLessThan(heatOf(1.01, START + 3 * HALF_LIFE_MS));
});
