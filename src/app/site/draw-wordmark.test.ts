import { describe, expect, it } from "vitest";
import { drawWordmark } from "./draw-wordmark.ts";

const OUTLINES = {
  letters: { A: [600, "m1 1z"], V: [700, "m2 2z"], é: [500, "m3 3z"] } satisfies Record<string, [number, string]>,
  kerning: { AV: -80 },
};

describe("drawWordmark", () => {
  it("draws the letters in a row, with their kerning", () => {
    expect(drawWordmark("AVA", OUTLINES)).toEqual({
      path: "M0 0m1 1zM475 0m2 2zM1130 0m1 1z",
      width: 1685,
    });
  });

  it("accepts composed and decomposed letters, and leaves a name it cannot draw to the fonts", () => {
    expect(drawWordmark("e\u0301", OUTLINES)?.path).toBe("M0 0m3 3z");
    expect(drawWordmark("A新", OUTLINES)).toBeUndefined();
  });
});
