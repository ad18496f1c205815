import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AUTOSAVE_WINDOW_MS, isFolded, versionName, versionsOf } from "./rules.ts";

describe("the name of an article's version", () => {
  const version = fc.integer({ min: 0, max: 999_999_999_999_999 });

  test("leads back to the versions that it was made of", () => {
    fc.assert(
      fc.property(version, fc.option(version), (article, workingCopy) => {
        expect(versionsOf(versionName(article, workingCopy))).toEqual({ version: article, workingCopy });
      }),
    );
  });

  test("is another for every pair of versions", () => {
    // Without the letter between them, 1 and 12 would be called as 11 and 2 are.
    expect(new Set([versionName(1, 12), versionName(11, 2), versionName(112, null), versionName(1, null)]).size).toBe(
      4,
    );
  });

  test.each([
    ...["", "d1", "1d", "1d2d3", "-1", "1.5", "1e3", " 1", "1 ", "1\n", "١", "NaN", "1D2", '"1"', "0x1", "1d-2"],
    "1234567890123456",
    "9".repeat(100_000),
  ])("of anything else is none (%.20j)", (text) => {
    expect(versionsOf(text)).toBeUndefined();
  });
});

describe("an autosave becomes part of the newest version", () => {
  const BEGAN = Date.UTC(2026, 10, 20, 12);
  const newest = { authorId: 1, isAutosave: true, beganAt: BEGAN, note: "" };
  const save = { authorId: 1, isAutosave: true };
  const folded = (change: object, after = 1_000, saved: object = {}) =>
    isFolded({ ...newest, ...change }, { ...save, ...saved }, BEGAN + after);

  test("up to ten minutes after that began, not after its last save", () => {
    expect([folded({}), folded({}, AUTOSAVE_WINDOW_MS - 1), folded({}, AUTOSAVE_WINDOW_MS)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test.each([
    ["it is asked for", {}, { isAutosave: false }],
    ["the newest one was asked for", { isAutosave: false }, {}],
    ["somebody else saves", {}, { authorId: 2 }],
    ["the newest one was given a name", { note: "Before the lawyers" }, {}],
    ["its author is gone", { authorId: null }, {}],
  ])("not where %s", (_what, change, saved) => {
    expect(folded(change, 1_000, saved)).toBe(false);
  });
});
