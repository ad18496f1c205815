import { expect, test } from "vitest";
import { likest } from "./likeness.ts";

test("the text with most of the words is found, an equal one first, and none where little is common", () => {
  const texts = ["The bank rose.", "The bank fell again.", "Rain in Nairobi."];
  expect(likest(texts, "Rain in Nairobi.")).toBe(2);
  expect(likest(texts, "The bank fell once.")).toBe(1);
  expect(likest(texts, "Something else.")).toBe(-1);
  expect(likest([], "Anything")).toBe(-1);
});
