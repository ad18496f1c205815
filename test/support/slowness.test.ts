import { expect, test } from "vitest";
import { patient, slowness, slownessOf } from "./slowness.ts";

test("a limit grows with the time that a fixed amount of work takes, and never shrinks", () => {
  expect(slownessOf(10, 100)).toBe(1);
  expect(slownessOf(10, 20)).toBe(1);
  expect(slownessOf(5, 300)).toBe(6);
  expect(slownessOf(1, 60_000)).toBe(20);
});

test("all processes of a run have the factor that its start measured", () => {
  expect(Number(process.env.TEST_SLOWNESS)).toBe(slowness());
  expect(patient(1_000)).toBe(Math.round(1_000 * slowness()));
});
