import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SEED } from "#test/support/seed.ts";
import { previewCut, textBeginning } from "./preview.ts";

describe("previewCut", () => {
  it("keeps a text of exactly the maximum length whole", () => {
    expect(previewCut("a".repeat(500), 500)).toBeNull();
    expect(previewCut("a".repeat(501), 500)).toBe(500);
  });

  it("uses 300 characters if no length is given", () => {
    expect(previewCut("a".repeat(301))).toBe(300);
  });

  it("cuts after the last full stop beyond 70% of the length, not after an earlier one", () => {
    const text = `${"a".repeat(75)}.${"b".repeat(10)}.${"c".repeat(100)}`;
    expect(previewCut(text, 100)).toBe(86);
  });

  it("ignores a full stop at or before 70%, and one beyond the length", () => {
    expect(previewCut(`${"a".repeat(70)}.${"b".repeat(100)}`, 100)).toBe(100);
    expect(previewCut(`${"a".repeat(71)}.${"b".repeat(100)}`, 100)).toBe(71);
    expect(previewCut(`${"a".repeat(100)}.${"b".repeat(100)}`, 100)).toBe(100);
  });

  it("does not mistake a decimal point for a full stop", () => {
    expect(previewCut(`${"a".repeat(73)}. ${"b".repeat(10)} 3.5 ${"c".repeat(50)}`, 100)).toBe(73);
  });

  it.each([
    ["between words", "words and more words that run on", 20, "words and more words"],
    ["before a word that does not fit", "words and more wordsmiths", 18, "words and more"],
    ["not inside a price", `${"it rose by far to "}$61,240.10 today`, 24, "it rose by far to"],
    ["not inside a grouped number", "of all these there were 61 240 100 in it", 30, "of all these there were"],
    ["not inside an Arabic number", "بلغ السعر في اليوم ٦١٫٢٤ دولار", 22, "بلغ السعر في اليوم"],
    ["between words of a script without spaces", "これは日本語の文章です", 6, "これは日本語"],
  ])("cuts %s", (_what, text, length, expected) => {
    expect(text.slice(0, previewCut(text, length) ?? undefined)).toBe(expected);
  });

  it("does not split a surrogate pair", () => {
    expect(previewCut(`${"a".repeat(99)}🦊${"b".repeat(9)}`, 100)).toBe(99);
  });

  it(`for any text: no longer than the length, beyond 70%, and well-formed (seed ${SEED})`, () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 20, maxLength: 200 }),
        fc.integer({ min: 10, max: 120 }),
        (text, length) => {
          const cut = previewCut(text, length);
          if (cut === null) {
            expect(text.length).toBeLessThanOrEqual(length);
            return;
          }
          expect(cut).toBeLessThanOrEqual(length);
          expect(cut).toBeGreaterThanOrEqual(Math.floor(length * 0.7));
          expect(text.slice(0, cut).isWellFormed()).toBe(true);
        },
      ),
      { seed: SEED },
    );
  });
});

describe("textBeginning", () => {
  it("is the whole text where that is short, its lines joined", () => {
    expect(textBeginning("a\nb", 10)).toBe("a b");
    expect(textBeginning("", 10)).toBe("");
  });

  it("is cut where a preview is, and says so", () => {
    expect(textBeginning("One sentence. Another one", 15)).toBe("One sentence...");
    expect(textBeginning("abcdefghij", 5)).toBe("abcde...");
  });
});

describe("a cut beginning", () => {
  it.each([
    ["👩‍👩‍👧‍👦", "a family of four"],
    ["🇰🇪", "a flag"],
    ["e\u0301", "a letter and its accent"],
    ["नि", "a syllable"],
  ])("never halves %s: %s", (character) => {
    for (let length = 1; length < character.length + 3; length++) {
      const cut = textBeginning(`a${character}${" b".repeat(40)}`, length).replace("...", "");
      expect([1, 1 + character.length].includes(cut.length) || cut.length > 1 + character.length, cut).toBe(true);
    }
  });
});
