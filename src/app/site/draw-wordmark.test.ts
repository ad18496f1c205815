import { describe, expect, it } from "vitest";
import { breakName, drawStackedWordmark, drawWordmark } from "./draw-wordmark.ts";

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

  it("draws a long name in centred lines for narrow screens, and a short one in no other way", () => {
    expect(drawStackedWordmark("AVA AVA", OUTLINES)).toBeUndefined();
    const lines = drawStackedWordmark("AAAAAAAAAAAAA AAAAAAAAAA", OUTLINES);
    // 13 and 10 letters of 555: the second line begins in the middle of what the first is longer.
    expect(lines).toMatchObject({ lines: 2, width: 13 * 555, end: 13 * 555 - Math.round(1.5 * 555) + 1 });
    expect(lines?.path).toContain(`M${Math.round(1.5 * 555)} 1000`);
    expect(drawStackedWordmark("AAAAAAAAAAAAA 新新新新新新新新", OUTLINES)).toBeUndefined();
    expect(drawStackedWordmark("A".repeat(40), OUTLINES)).toBeUndefined();
  });

  it("breaks names between words, into as many lines as given at most", () => {
    expect(breakName("The Lisbon Climate & Carbon Ledger", 2)).toEqual(["The Lisbon Climate", "& Carbon Ledger"]);
    expect(breakName("The Lakeshore Courier", 2)).toEqual(["The Lakeshore", "Courier"]);
    expect(breakName("One two", 4)).toEqual(["One", "two"]);
  });
});
