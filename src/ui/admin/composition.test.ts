import { expect, test } from "vitest";
import { leaveComposition } from "./keyboard.tsx";

/** Whether a listener of the page gets a key. */
function isHeard(given: { key: string; isComposing?: boolean; keyCode?: number }): boolean {
  const page = new EventTarget();
  leaveComposition(page);
  let heard = false;
  page.addEventListener("keydown", () => {
    heard = true;
  });
  page.dispatchEvent(Object.assign(new Event("keydown"), { isComposing: false, keyCode: 13 }, given));
  return heard;
}

test.each([
  { key: "Enter", isComposing: true },
  { key: "Enter", keyCode: 229 },
  { key: "Escape", isComposing: true },
])("keeps %j of an input method from the page", (given) => {
  expect(isHeard(given)).toBe(false);
});

test.each([{ key: "Enter" }, { key: "a", isComposing: true }])("leaves %j to the page", (given) => {
  expect(isHeard(given)).toBe(true);
});
