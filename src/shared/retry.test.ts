import { expect, test } from "vitest";
import { backoff, retry, spread } from "./retry.ts";

test("delays grow by a factor from the first to the maximum, however many failures there are", () => {
  const delays = [1, 2, 3, 4, 5_000].map((failures) => backoff({ first: 100, max: 500 }, failures));
  expect(delays).toEqual([100, 200, 400, 500, 500]);
  expect(backoff({ first: 1, factor: 4 }, 4)).toBe(64);
});

test("half of a delay is random", () => {
  expect([spread(100, 0), spread(100, 1)]).toEqual([50, 100]);
  expect(spread(100)).toBeGreaterThanOrEqual(50);
});

test("repeats work after temporary errors, up to the number of attempts", async () => {
  const calls: number[] = [];
  const failing = (times: number) => () => {
    calls.push(times);
    if (calls.length <= times) throw new Error(`failure ${calls.length}`);
    return "done";
  };
  const options = { attempts: 3, isTemporary: () => true, delay: () => 0 };
  expect(await retry(options, failing(2))).toBe("done");
  calls.length = 0;
  await expect(retry(options, failing(3))).rejects.toThrow("failure 3");
  expect(calls).toHaveLength(3);
});

test("throws other errors at once", async () => {
  let calls = 0;
  const work = async () => {
    calls++;
    throw new TypeError("not temporary");
  };
  await expect(retry({ isTemporary: (error) => error instanceof RangeError }, work)).rejects.toThrow(TypeError);
  expect(calls).toBe(1);
});
