import { expect, onTestFinished, test, vi } from "vitest";
import { testClock } from "#test/support/clock.ts";
import { Throttle } from "../leases.ts";

function start() {
  const clock = testClock();
  const onRoom = vi.fn();
  const throttle = new Throttle(clock, onRoom);
  /** How long it stays closed, in milliseconds. */
  const closedFor = () => {
    let waited = 0;
    for (; !throttle.isOpen(); waited += 500) clock.advance(500);
    return waited;
  };
  return { clock, throttle, onRoom, closedFor };
}

test("an unreachable server is left alone for a second, then twice as long each time, up to a minute", () => {
  const { throttle, closedFor } = start();
  const pauses = Array.from({ length: 8 }, () => {
    throttle.serverAway();
    return closedFor();
  });
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

test("an answer from the server resets the delay", () => {
  const { throttle, closedFor } = start();
  for (let failure = 0; failure < 5; failure += 1) {
    throttle.serverAway();
    closedFor();
  }
  throttle.serverAnswered();
  expect(throttle.isOpen()).toBe(true);
  throttle.serverAway();
  expect(closedFor()).toBe(1_000);
});

test("calls back once when the rate has room, at the latest time requested", () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { throttle, clock, onRoom } = start();
  throttle.waitForRoom(clock.now() + 1_000);
  throttle.waitForRoom(clock.now() + 3_000);
  vi.advanceTimersByTime(2_999);
  expect(onRoom).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(onRoom).toHaveBeenCalledOnce();
});

test("nothing is called after a stop", () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { throttle, clock, onRoom } = start();
  throttle.waitForRoom(clock.now() + 1_000);
  throttle.stop();
  vi.advanceTimersByTime(10_000);
  expect(onRoom).not.toHaveBeenCalled();
});
