import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commonSubsequence, editsOf, placedEdits } from "./sequences.ts";

const pairsOf = (left: string, right: string, maxSteps?: number) => commonSubsequence([...left], [...right], maxSteps);
const wordOf = (left: string, right: string, maxSteps?: number) =>
  pairsOf(left, right, maxSteps)
    .map(([at]) => left[at])
    .join("");

describe("what two lists have in common", () => {
  test.each([
    ["", "", ""],
    ["abc", "", ""],
    ["abc", "abc", "abc"],
    ["abc", "xyz", ""],
    ["abcd", "acd", "acd"],
    // The beginning and the end that they share must not overlap where one list is inside the other.
    ["aa", "aaa", "aa"],
    ["aba", "ababa", "aba"],
    ["abcbdab", "bdcaba", "bdab"],
    ["xaby", "xbay", "xby"],
  ])("of %j and %j is %j", (left, right, common) => {
    expect(wordOf(left, right)).toHaveLength(common.length);
    expect(wordOf(left, right)).toBe(common);
  });

  test("is the same places in both, in order, whatever the lists", () => {
    const list = fc.array(fc.constantFrom("a", "b", "c", "constructor", ""), { maxLength: 12 });
    fc.assert(
      fc.property(list, list, fc.integer({ min: 0, max: 200 }), (left, right, maxSteps) => {
        const pairs = commonSubsequence(left, right, maxSteps);
        for (const [mine, theirs] of pairs) expect(left[mine]).toBe(right[theirs]);
        for (const [index, [mine, theirs]] of pairs.entries()) {
          const [before, other] = pairs[index - 1] ?? [-1, -1];
          expect(mine).toBeGreaterThan(before);
          expect(theirs).toBeGreaterThan(other);
        }
      }),
    );
  });

  test("is as long as what is known to be common: a list from which something was taken is all in common", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.boolean()), { maxLength: 15 }), (marked) => {
        const whole = marked.map(([key]) => key);
        const part = marked.filter(([, isKept]) => isKept).map(([key]) => key);
        expect(commonSubsequence(whole, part)).toHaveLength(part.length);
        expect(commonSubsequence(part, whole)).toHaveLength(part.length);
      }),
    );
  });
});

describe("lists that would take too long", () => {
  test("have the start and the end in common, and all of it where few keys that both have differ", () => {
    expect(wordOf("12ab34", "12ba34", 1)).toBe("1234");
    expect(wordOf("12aabb34", "12bbaa34", 15)).toBe("1234");
    expect(wordOf("12aabb34", "12bbaa34", 16)).toHaveLength(6);
    expect(wordOf("xabcdaby", "-abcdab+", 0)).toBe("abcdab");
    expect(wordOf("1x2y3z4", "1a2b3c4", 0)).toBe("1234");
  });

  test("are compared in milliseconds, whatever they repeat", () => {
    const blocks = Array.from({ length: 2_000 }, (_, at) => `block ${at}`);
    const shuffled = blocks.map((_, at) => `block ${(at * 787) % 2_000}`);
    const two = blocks.map((_, at) => (at % 3 === 0 ? "a" : "b"));
    const pairs = blocks.map((_, at) => `block ${(at * 787) % 1_000}`);
    const began = process.cpuUsage();
    const others = [blocks.map((key) => `${key}!`), shuffled, two, pairs, two.toReversed()];
    for (const other of others) for (const one of [blocks, two, pairs]) editsOf(one, other, String);
    const { user } = process.cpuUsage(began);
    expect(user / 15_000, "milliseconds each").toBeLessThan(40);
    const { common } = editsOf(blocks, ["first", ...blocks.slice(1, -1), "last"], String);
    expect(common).toHaveLength(1_998);
  });

  test("of a hundred thousand blocks each are compared at once, as only what both have counts", () => {
    const blocks = Array.from({ length: 100_000 }, (_, at) => `block ${at}`);
    const changed = blocks.with(50_000, "another");
    expect(commonSubsequence(blocks, changed)).toHaveLength(99_999);
    expect(commonSubsequence(blocks, blocks.with(0, "first").with(-1, "last"))).toHaveLength(99_998);
    expect(commonSubsequence(blocks, blocks.toReversed())).toEqual([]);
  });

  test("of a hundred thousand blocks that two people rewrote have a conflict at each of them", () => {
    const texts = ["base", "mine", "theirs"].map((name) => Array.from({ length: 100_000 }, (_, at) => `${name} ${at}`));
    const [base = [], mine = [], theirs = []] = texts;
    const conflicts = placedEdits(base, mine, theirs, String).filter(({ place }) => place === "conflict");
    expect(conflicts).toHaveLength(100_000);
  }, 15_000);
});
