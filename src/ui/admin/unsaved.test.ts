import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubWindow } from "#test/support/browser.ts";
import { errorsAfter } from "./field-errors.ts";
import { leaveAll, leaveQuestion, markUnsaved } from "./unsaved.tsx";

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

/** Tries to leave, and gives an answer if it is asked for one. */
function tryToLeave(answer: boolean): { isAsked: boolean; isLeft: boolean } {
  const leave = vi.fn();
  leaveAll(leave);
  const isAsked = leaveQuestion.isOpen();
  if (isAsked) leaveQuestion.answer(answer);
  return { isAsked, isLeft: leave.mock.calls.length > 0 };
}

test("a page with nothing to lose closes without a question, and listens for nothing", () => {
  // A listener of this event alone keeps a page out of the browser's cache for Back.
  expect([asksOnClose(), window.listeners()]).toEqual([false, 0]);
  expect(tryToLeave(false)).toEqual({ isAsked: false, isLeft: true });
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
  expect([asksOnClose(), tryToLeave(false).isLeft]).toEqual([false, true]);
  isSafe = false;
  expect(asksOnClose()).toBe(true);
  for (const end of ends) end();
});

test("logging out asks the editor, and respects the answer", () => {
  const end = markUnsaved();
  const watcher = vi.fn();
  const ends = [leaveQuestion.watch(watcher), end];
  expect(tryToLeave(false)).toEqual({ isAsked: true, isLeft: false });
  expect(tryToLeave(true)).toEqual({ isAsked: true, isLeft: true });
  expect([leaveQuestion.isOpen(), watcher.mock.calls.length]).toEqual([false, 4]);
  for (const over of ends) over();
});

test("an error disappears when its field is corrected, and the others stay", () => {
  const errors = { title: "Add a title.", category: "Add a category." };
  expect(errorsAfter(errors, { title: "T" })).toEqual({ category: errors.category });
  expect(errorsAfter(errors, { title: "T", category: "C" })).toEqual({});
  // The same object: a new one would move the focus to the first error at each keystroke.
  expect(errorsAfter(errors, { excerpt: "E" })).toBe(errors);
});
