import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubWindow } from "#test/support/browser.ts";
import { errorsAfter } from "./field-errors.ts";
import { markUnsaved, mayLeave } from "./unsaved.ts";

let window: ReturnType<typeof stubWindow>;
beforeEach(() => {
  window = stubWindow();
});
afterEach(() => vi.unstubAllGlobals());

/** Whether the browser asks before the page is closed. */
const asksOnClose = () => {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test("a page with nothing to lose closes without a question, and listens for nothing", () => {
  // A listener of this event alone keeps a page out of the browser's cache for Back.
  expect([asksOnClose(), window.listeners(), mayLeave(), window.questions]).toEqual([false, 0, true, []]);
});

test("a page asks while one of its forms would lose something, and no longer", () => {
  const ends = [markUnsaved(), markUnsaved()];
  for (const end of ends) {
    expect(asksOnClose()).toBe(true);
    end();
  }
  expect([asksOnClose(), window.listeners()]).toEqual([false, 0]);
});

test("work that is stored is no reason to ask; all of it must be", () => {
  let isSafe = true;
  const ends = [markUnsaved(() => isSafe), markUnsaved(() => true)];
  expect([asksOnClose(), mayLeave()]).toEqual([false, true]);
  isSafe = false;
  expect(asksOnClose()).toBe(true);
  for (const end of ends) end();
});

test("logging out asks the editor, and respects the answer", () => {
  const end = markUnsaved();
  window.answer = false;
  expect(mayLeave()).toBe(false);
  window.answer = true;
  expect(mayLeave()).toBe(true);
  expect(window.questions).toHaveLength(2);
  end();
});

test("an error disappears when its field is corrected, and the others stay", () => {
  const errors = { title: "Title is required.", category: "Category is required." };
  expect(errorsAfter(errors, { title: "T" })).toEqual({ category: errors.category });
  expect(errorsAfter(errors, { title: "T", category: "C" })).toEqual({});
  // The same object: a new one would move the focus to the first error at each keystroke.
  expect(errorsAfter(errors, { excerpt: "E" })).toBe(errors);
});
