import { expect, test } from "vitest";
import { keyMove, nextByLetters } from "./select-keys.ts";

const OPTIONS = ["Draft", "Published", "Scheduled", "Sent", "Sending"].map((label) => ({ label }));

test("one letter goes on from option to option, several find the one that begins with them", () => {
  expect(nextByLetters(OPTIONS, "s", 0)).toBe(2);
  expect(nextByLetters(OPTIONS, "ss", 2)).toBe(3);
  expect(nextByLetters(OPTIONS, "s", 4)).toBe(2);
  expect(nextByLetters(OPTIONS, "sendi", 3)).toBe(4);
  expect(nextByLetters(OPTIONS, "é", 1)).toBe(1);
  expect(nextByLetters(OPTIONS, "D", -1)).toBe(0);
});

test("keys move within the list, and others are the control's", () => {
  expect([keyMove("ArrowDown", -1, 5), keyMove("ArrowDown", 4, 5), keyMove("ArrowUp", -1, 5)]).toEqual([0, 4, 4]);
  expect([keyMove("PageDown", 1, 5), keyMove("PageUp", 1, 5), keyMove("End", 0, 5)]).toEqual([4, 0, 4]);
  expect(keyMove("Enter", 1, 5)).toBeNull();
});
