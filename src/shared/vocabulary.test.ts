import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  beginsNearly,
  isSignificant,
  mayBeMisspelt,
  mayHaveNeighbours,
  vocabularyHolds,
  withinOneEdit,
} from "./vocabulary.ts";

const letters = fc.constantFrom("a", "b", "c", "é", "漢", "𝒜");
const word = (minLength: number) => fc.string({ unit: letters, minLength, maxLength: 12 });

describe("a word that begins nearly like another", () => {
  test.each([
    ["Calendar", "calendar", "cale", true],
    ["a letter too many", "calendar", "callen", true],
    ["a letter missing", "calendar", "calndar", true],
    ["another letter", "calendar", "calondar", true],
    ["two swapped", "calendar", "claendar", true],
    ["two errors", "calendar", "clandar", false],
    ["a word of three letters, which is near to too many", "media", "mdi", false],
    ["longer than the word it is compared with", "media", "mediation", false],
    ["one letter longer than it", "media", "mediax", true],
    ["nothing typed, which begins everything", "media", "", true],
  ])("%s: %j, %j", (_what, part, typed, expected) => {
    expect(beginsNearly(part, typed)).toBe(expected);
  });

  test("is any that begins with it exactly", () => {
    fc.assert(fc.property(word(0), word(0), (start, rest) => beginsNearly(start + rest, start)));
  });

  test("is any that begins with a word one error away", () => {
    fc.assert(
      fc.property(word(4), word(0), fc.nat(), (start, rest, at) => {
        const typed = start.slice(0, at % start.length) + start.slice((at % start.length) + 1);
        if (typed.length >= 4) expect(beginsNearly(start + rest, typed)).toBe(true);
      }),
    );
  });
});

describe("one edit", () => {
  test("is the same distance from either side, and none is an edit of itself", () => {
    fc.assert(
      fc.property(word(0), word(0), (left, right) => {
        expect(withinOneEdit(left, right)).toBe(withinOneEdit(right, left));
        expect(withinOneEdit(left, left)).toBe(true);
      }),
    );
  });

  test("of long words is found in time that grows with them", () => {
    const long = "ab".repeat(500_000);
    expect([withinOneEdit(long, `${long}c`), withinOneEdit(long, `x${long.slice(2)}y`)]).toEqual([true, false]);
  });
});

describe("the vocabulary", () => {
  test("holds every word that one with a typing error may mean", () => {
    fc.assert(
      fc.property(word(1), word(1), (typed, meant) => {
        if (mayBeMisspelt(typed) && /\p{L}/u.test(meant) && withinOneEdit(typed, meant))
          expect(mayHaveNeighbours(meant)).toBe(true);
      }),
    );
  });

  test("holds every longer word that begins with one which it is asked to complete", () => {
    fc.assert(
      fc.property(word(1), letters, (start, letter) => {
        if (vocabularyHolds(start)) expect(mayHaveNeighbours(start + letter)).toBe(true);
      }),
    );
  });

  test("has no numbers, however long: they are not misspelt but wrong", () => {
    const numbers = ["2026", "12345678901234567890", "٢٠٢٦٢"];
    for (const asked of [mayBeMisspelt, mayHaveNeighbours, vocabularyHolds])
      expect(numbers.map(asked)).toEqual([false, false, false]);
    expect(["web3", "4chan", "漢字漢字"].map(mayHaveNeighbours)).toEqual([true, true, true]);
  });
});

test.each([
  ["the", false],
  ["your", false],
  ["a", false],
  ["7", false],
  ["é", true],
  ["漢", true],
  ["theme", true],
  ["42", true],
])("a query's word %j carries meaning: %s", (asked, expected) => {
  expect(isSignificant(asked)).toBe(expected);
});
