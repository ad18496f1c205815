import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchAd } from "./watch-ad.ts";

type Look = (entries: { isIntersecting: boolean }[]) => void;

/** A fake IntersectionObserver, and the beacons that are sent. */
const browser = { look: (() => {}) as Look, share: 0, isWatching: false, beacon: vi.fn(() => true) };
beforeEach(() => {
  browser.beacon.mockClear();
  class Observer {
    constructor(look: Look, { threshold }: { threshold: number }) {
      Object.assign(browser, { look, share: threshold });
    }
    observe() {
      browser.isWatching = true;
    }
    disconnect() {
      browser.isWatching = false;
    }
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  vi.stubGlobal("navigator", { sendBeacon: browser.beacon });
});
afterEach(() => vi.unstubAllGlobals());

const creative = {} as Element;

test("a creative counts once it is half on the screen, and then once", () => {
  watchAd(creative, 7);
  expect([browser.isWatching, browser.share]).toEqual([true, 0.5]);
  // Browsers report the initial state immediately: below the fold.
  browser.look([{ isIntersecting: false }]);
  expect(browser.beacon).not.toHaveBeenCalled();
  browser.look([{ isIntersecting: false }, { isIntersecting: true }]);
  expect(browser.beacon.mock.calls).toEqual([[expect.stringMatching(/\/ads\/7\/view\/$/)]]);
  expect(browser.isWatching).toBe(false);
});

test("one that was left before it was seen does not count", () => {
  const stop = watchAd(creative, 7);
  stop();
  expect([browser.isWatching, browser.beacon.mock.calls.length]).toEqual([false, 0]);
});
