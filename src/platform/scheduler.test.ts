import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Job, pauseAfter, startJobs } from "./scheduler.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const EVERY = 1_000;

/** Starts one job, whose runs take and return what the test says. */
function start(run: Job["run"]) {
  const said: string[] = [];
  const note = (level: string) => (_details: object, message: string) => said.push(`${level}: ${message}`);
  const scheduler = startJobs(
    [{ name: "test", every: EVERY, run }],
    { info: note("info"), warn: note("warn") },
    () => 1,
  );
  return { ...scheduler, said };
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

describe("a job", () => {
  test("runs after its interval, repeatedly, and not at once", async () => {
    let runs = 0;
    const { stop } = start(async () => {
      runs += 1;
    });
    await vi.advanceTimersByTimeAsync(EVERY - 1);
    expect(runs).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(3 * EVERY);
    expect(runs).toBe(4);
    await stop();
  });

  test("never overlaps with itself, however long it takes", async () => {
    let atOnce = 0;
    let most = 0;
    const { stop } = start(async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await pause(5 * EVERY);
      atOnce -= 1;
    });
    await vi.advanceTimersByTimeAsync(20 * EVERY);
    expect(most).toBe(1);
    const stopped = stop();
    await vi.advanceTimersByTimeAsync(5 * EVERY);
    await stopped;
  });

  test("delays no other job", async () => {
    let runs = 0;
    const log = { info: () => undefined, warn: () => undefined };
    const slow: Job = { name: "slow", every: 1, run: () => pause(60 * EVERY) };
    const quick: Job = {
      name: "quick",
      every: EVERY,
      run: async () => {
        runs += 1;
      },
    };
    startJobs([slow, quick], log);
    await vi.advanceTimersByTimeAsync(10 * EVERY);
    expect(runs).toBe(10);
  });

  test("is aborted by a stop, which waits for its end and starts nothing more", async () => {
    let runs = 0;
    let hasEnded = false;
    const { stop } = start(async (signal) => {
      runs += 1;
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      await pause(100);
      hasEnded = true;
    });
    await vi.advanceTimersByTimeAsync(EVERY);
    const stopped = stop().then(() => hasEnded);
    await vi.advanceTimersByTimeAsync(100);
    expect(await stopped).toBe(true);
    await vi.advanceTimersByTimeAsync(10 * EVERY);
    expect(runs).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("that fails is retried later and later, and is logged once until it works again", async () => {
    const times: number[] = [];
    const began = Date.now();
    const { stop, said } = start(async () => {
      times.push(Date.now() - began);
      if (times.length <= 4) throw new Error("The database is away.");
    });
    await vi.advanceTimersByTimeAsync(18_000);
    expect(times.map((time, index) => time - (times[index - 1] ?? 0))).toEqual([
      1_000, 2_000, 4_000, 4_000, 4_000, 1_000, 1_000, 1_000,
    ]);
    expect(said).toEqual(["warn: a job failed and will be retried", "info: a job recovered"]);
    await stop();
  });

  test("that fails in another way is logged again", async () => {
    let runs = 0;
    const { stop, said } = start(async () => {
      runs += 1;
      throw new Error(runs < 3 ? "first" : "second");
    });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(said).toHaveLength(2);
    await stop();
  });

  test("that fails because of the stop is not logged", async () => {
    const { stop, said } = start(async (signal) => {
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      throw new Error("cut off");
    });
    await vi.advanceTimersByTimeAsync(EVERY);
    await stop();
    expect(said).toEqual([]);
  });
});

test("waits after failures at least its own interval, with jitter between processes", () => {
  expect(pauseAfter(0, 60_000, 0.5)).toBe(60_000);
  expect(pauseAfter(3, 60_000, 0)).toBe(60_000);
  expect(pauseAfter(1, 500, 0)).toBe(500);
  expect(pauseAfter(1, 500, 1)).toBe(1_000);
  expect(pauseAfter(1_000, 500, 0)).toBe(2_000);
  expect(pauseAfter(1_000, 500, 1)).toBe(4_000);
});
