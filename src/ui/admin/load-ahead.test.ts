import { afterEach, expect, test, vi } from "vitest";
import { loadAhead } from "./timing.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("parts are loaded once the browser is idle, not before, and a failure of one is nobody's", () => {
  let run = () => {};
  vi.stubGlobal("requestIdleCallback", (then: () => void) => {
    run = then;
    return 7;
  });
  const cancel = vi.fn();
  vi.stubGlobal("cancelIdleCallback", cancel);
  const parts = [vi.fn(() => Promise.reject(new Error("offline"))), vi.fn(async () => undefined)];
  const end = loadAhead(...parts);
  for (const part of parts) expect(part).not.toHaveBeenCalled();
  run();
  for (const part of parts) expect(part).toHaveBeenCalledTimes(1);
  end();
  expect(cancel).toHaveBeenCalledWith(7);
});

test("where the browser cannot tell, they are loaded in a moment, unless what needs them is gone", () => {
  vi.useFakeTimers();
  const part = vi.fn(async () => undefined);
  loadAhead(part)();
  vi.advanceTimersByTime(10_000);
  expect(part).not.toHaveBeenCalled();
  loadAhead(part);
  vi.advanceTimersByTime(10_000);
  expect(part).toHaveBeenCalledTimes(1);
});
