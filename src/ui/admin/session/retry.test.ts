import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubWindow } from "#test/support/browser.ts";
import { createRetry } from "./retry.ts";

beforeEach(() => {
  vi.useFakeTimers();
  stubWindow();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A retry whose runs fail until it is stopped, and the times of its runs in seconds. */
function startFailing() {
  const start = Date.now();
  const runs: number[] = [];
  const said: boolean[] = [];
  const retry = createRetry(
    () => {
      runs.push((Date.now() - start) / 1000);
      retry.schedule();
    },
    (isWaiting) => said.push(isWaiting),
  );
  return { retry, runs, said };
}

test("attempts become less and less frequent, down to once a minute", () => {
  const { retry, runs } = startFailing();
  retry.schedule();
  vi.advanceTimersByTime(240_000);
  expect(runs).toEqual([3, 9, 21, 45, 93, 153, 213]);
});

test("the browser's online event triggers a waiting attempt at once, and only one, and shortens the delays", () => {
  const { retry, runs } = startFailing();
  retry.now();
  expect(runs).toEqual([]);
  retry.schedule();
  vi.advanceTimersByTime(10_000);
  retry.now();
  expect(runs).toEqual([3, 9, 10]);
  // The try that was due after 21 seconds is not made as well.
  vi.advanceTimersByTime(2_999);
  expect(runs).toEqual([3, 9, 10]);
  vi.advanceTimersByTime(1);
  expect(runs).toEqual([3, 9, 10, 13]);
});

test("a manual save that fails meanwhile does not leave two attempts pending", () => {
  const { retry, runs } = startFailing();
  retry.schedule();
  retry.schedule();
  vi.advanceTimersByTime(6_000);
  expect(runs).toEqual([6]);
});

test("success ends it: nothing is retried, and the next failure starts with the shortest delay", () => {
  const { retry, runs, said } = startFailing();
  retry.schedule();
  vi.advanceTimersByTime(9_000);
  retry.stop();
  vi.advanceTimersByTime(600_000);
  retry.now();
  expect(runs).toEqual([3, 9]);
  expect([said[0], said.at(-1)]).toEqual([true, false]);
  retry.schedule();
  vi.advanceTimersByTime(3_000);
  expect(runs).toHaveLength(3);
});

test("a closed form does not retry", () => {
  const { retry, runs } = startFailing();
  retry.schedule();
  retry.clear();
  vi.advanceTimersByTime(600_000);
  expect(runs).toEqual([]);
});
