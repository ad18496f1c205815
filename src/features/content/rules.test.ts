import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { previewCut } from "./rules.ts";

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

  it("does not split a surrogate pair", () => {
    expect(previewCut(`${"a".repeat(99)}🦊${"b".repeat(9)}`, 100)).toBe(99);
  });

  it("for any text: no longer than the length, beyond 70%, and well-formed", () => {
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
    );
  });
});
