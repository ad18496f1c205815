import { expect, test } from "vitest";
import { toolsThatFit } from "./toolbar.tsx";

const SIZE = 32;
/** Two groups of two tools: 4 × 32 px and a gap of 8 px. */
const GROUPS = [2, 2];

test.each([
  [136, 4, "all tools, without a menu"],
  [135, 2, "those of the first group, and the menu"],
  [40 + 32, 1, "a part of a group"],
  [0, 0, "nothing but the menu"],
])("a row of %s px holds %s tools: %s", (width, expected) => {
  expect(toolsThatFit(GROUPS, width, SIZE)).toBe(expected);
});
