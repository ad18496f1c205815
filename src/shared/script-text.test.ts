import { expect, test } from "vitest";
import { scriptText } from "./script-text.ts";

test.each([
  ["10", "sup", "9", "10⁹"],
  ["10", "sup", "-18", "10⁻¹⁸"],
  ["CO", "sub", "2", "CO₂"],
  ["x", "sup", "n", "xⁿ"],
  ["1", "sup", "st", "1st"],
  ["Jarida", "sup", "TM", "Jarida™"],
  ["e", "sup", "x", "e^x"],
  ["x", "sub", "max", "x_(max)"],
  ["a", "sup", " ", "a "],
] as const)("%s with %s %j is %s", (before, name, text, expected) => {
  expect(before + scriptText(name, text, before)).toBe(expected);
});
