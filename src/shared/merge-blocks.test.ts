import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeBlocks } from "./merge-blocks.ts";

const merge = (mine: string, theirs: string, base = "abcd") => mergeBlocks([...base], [...mine], [...theirs])?.join("");

describe("two changes of one text", () => {
  test.each([
    ["that remove the same block", "abd", "abd", "abd"],
    ["that add the same block at the same place, once", "abXcd", "abXcd", "abXcd"],
    ["of which one adds after the block that the other one removes", "abcXd", "abd", "abXd"],
    ["at the beginning and at the end", "Xabcd", "abcdY", "XabcdY"],
    ["of which one empties the beginning and the other one adds at the end", "cd", "abcdY", "cdY"],
  ])("%s are both kept", (_what, mine, theirs, merged) => {
    expect(merge(mine, theirs)).toBe(merged);
  });

  test.each([
    ["rewrite runs of blocks that share one", "XYcd", "aUVd"],
    ["add within what the other one rewrites as a whole", "aXYd", "abZcd"],
    ["remove all and change one", "", "abXd"],
  ])("cannot both be kept where they %s", (_what, mine, theirs) => {
    expect(merge(mine, theirs)).toBeUndefined();
    expect(merge(theirs, mine), "whoever asks").toBeUndefined();
  });

  test("that add at the same place are kept in one order for both: theirs first", () => {
    expect(merge("abXcd", "abYcd")).toBe("abYXcd");
    expect(merge("X", "Y", "")).toBe("YX");
  });
});

describe("whatever the texts are", () => {
  // Few letters, so that blocks repeat: which of two equal ones was changed is what a merge can get wrong.
  const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 8 });

  test("both find a conflict or neither does, and they end with the same blocks", () => {
    const sorted = (blocks: string[] | undefined) => blocks && [...blocks].sort();
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        expect(sorted(mergeBlocks(base, mine, theirs))).toEqual(sorted(mergeBlocks(base, theirs, mine)));
      }),
    );
  });

  test("nothing is changed in the lists that were given", () => {
    const frozen = (blocks: string) => Object.freeze([...blocks]);
    expect(mergeBlocks(frozen("abc"), frozen("Xbc"), frozen("abY"))).toEqual(["X", "b", "Y"]);
  });
});
