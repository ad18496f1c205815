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

  test.each([
    ["beside a block that one of them changed", "aXbcd", "aXYcd", "aXYcd"],
    ["after a block that one of them changed", "abXcd", "aYXcd", "aYXcd"],
    ["next to blocks that both changed", "aUXcd", "abXVd", "aUXVd"],
    ["while one of them adds more there", "abXYcd", "abXcd", "abXYcd"],
    ["while both add more there", "abXYcd", "abZXcd", "abZXYcd"],
    ["while one of them goes on with the block after it", "aXYcd", "aXYZd", "aXYZd"],
  ])("that add the same block %s have it once", (_what, mine, theirs, merged) => {
    expect(merge(mine, theirs)).toBe(merged);
    expect(merge(theirs, mine), "whoever asks").toBe(merged);
  });

  test("that change two neighbours alike have both", () => {
    expect(merge("aXcd", "abXd")).toBe("aXXd");
  });

  test("that both move a block, and change it there, are to be compared", () => {
    const blocks = (...words: string[]) => words.map((word) => `<p>${word}</p>`);
    const base = blocks("First of all.", "two", "three");
    const moved = (word: string) => blocks("two", "three", word);
    const mine = moved("First of all!");
    expect(mergeBlocks(base, mine, moved("First of all, then."))).toBeUndefined();
    expect(mergeBlocks(base, mine, moved("First of all."))).toBeUndefined();
    expect(mergeBlocks(base, mine, blocks("two", "First of all.", "three"))).toBeUndefined();
    expect(mergeBlocks(base, mine, mine)).toEqual(mine);
    expect(mergeBlocks(base, blocks("two", "three"), moved("First of all!"))).toEqual(mine);
    expect(mergeBlocks(base, blocks("two", "three", "Mine"), blocks("two", "three", "Theirs"))).toHaveLength(4);
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

  test("a save that is sent again changes nothing, whatever another user has done since", () => {
    const unique = fc.uniqueArray(fc.integer({ min: 0, max: 99 }).map(String), { maxLength: 8 });
    /** Deletes and rewrites blocks of the base, and adds before any block. */
    const edit = (blocks: string[], name: string, places: number[]) =>
      blocks.flatMap((block, at) => {
        const what = block.startsWith("m") ? 3 * ((places[at] ?? 0) % 2) : places[at];
        return what === 1 ? [] : what === 2 ? [`${name}${block}`] : what === 3 ? [`${name}+${block}`, block] : [block];
      });
    const places = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(unique, places, places, (base, mine, theirs) => {
        const first = edit(base, "m", mine);
        const second = edit(first, "t", theirs);
        const merged = mergeBlocks(base, first, second);
        // What was rewritten twice is compared.
        if (merged) expect(merged).toEqual(second);
      }),
      { numRuns: 2_000 },
    );
  });

  test("nothing is changed in the lists that were given", () => {
    const frozen = (blocks: string) => Object.freeze([...blocks]);
    expect(mergeBlocks(frozen("abc"), frozen("Xbc"), frozen("abY"))).toEqual(["X", "b", "Y"]);
  });
});
