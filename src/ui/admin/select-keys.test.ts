import { expect, test } from "vitest";
import { keyMove } from "./suggest-field.tsx";

test("keys move within the list, and others are the control's", () => {
  expect([keyMove("ArrowDown", -1, 5), keyMove("ArrowDown", 4, 5), keyMove("ArrowUp", -1, 5)]).toEqual([0, 4, 4]);
  expect([keyMove("PageDown", 1, 5), keyMove("PageUp", 1, 5), keyMove("End", 0, 5)]).toEqual([4, 0, 4]);
  expect(keyMove("Enter", 1, 5)).toBeNull();
});
