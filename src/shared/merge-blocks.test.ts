import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agreed, mergeBlocks as mergeOf } from "./merge-blocks.ts";

const mergeBlocks = (...args: Parameters<typeof mergeOf>) => agreed(mergeOf(...args));

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
    const base = ["Open until 5", "Open until 6"];
    expect(mergeBlocks(base, base.with(0, "Open until 8"), base.with(1, "Open until 8"))).toEqual([
      "Open until 8",
      "Open until 8",
    ]);
  });

  test("that put the same block in the place of different neighbours are to be compared", () => {
    expect(merge("aXcd", "abXd")).toBeUndefined();
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

  test.each([
    ["", ""],
    [" while one of them deletes the next block", "<p>Two.</p>"],
  ])("that bring a deleted block back, one of them with other words, are to be compared%s", (_while, next) => {
    const base = [next, "<p>Three.</p>"].filter(Boolean);
    const changed = ["<p>Once upon a time, long ago.</p>", ...base];
    const restored = ["<p>Once upon a time.</p>", "<p>Three.</p>"];
    expect(mergeBlocks(base, changed, restored)).toBeUndefined();
    expect(mergeBlocks(base, restored, changed), "whoever asks").toBeUndefined();
  });

  test.each([
    ["of which one writes on in it", "134", "1234", "12ab34"],
    ["with many words each", "1345", "12abc345", "12def345"],
    ["next to blocks that they delete", "0145", "01235", "02345"],
  ])("that both bring deleted blocks back, %s, are to be compared", (_what, base, mine, theirs) => {
    /** A sentence for each number; a letter after it adds words. */
    const blocks = (text: string) =>
      (text.match(/\d[a-z]*/g) ?? []).map(([number = "", ...more]) =>
        [`${"abcdef"[Number(number)]?.repeat(20)}.`, ...more.map((letter) => letter.repeat(10))].join(" "),
      );
    expect(mergeBlocks(blocks(base), blocks(mine), blocks(theirs))).toBeUndefined();
    expect(mergeBlocks(blocks(base), blocks(theirs), blocks(mine)), "whoever asks").toBeUndefined();
  });

  test.each([
    ["that one of them changed", "<p>A paragraph from another text.</p>", "<p>A paragraph from another text!</p>"],
    ["of words", "<p>Pasted.</p>", "<p>Pasted.</p>"],
    ["of a picture", '<figure><img src="/a.jpg" alt=""></figure>', '<figure><img src="/a.jpg" alt=""></figure>'],
  ])("that add one block at different places, %s, are to be compared", (_what, first, second) => {
    const base = ["<p>1</p>", "<p>2</p>", "<p>3</p>"];
    expect(mergeBlocks(base, [first, ...base], [...base, second])).toBeUndefined();
    expect(mergeBlocks(base, [...base, second], [first, ...base]), "whoever asks").toBeUndefined();
  });

  test("that add rules and empty lines at different places have all of them", () => {
    const base = ["<p>1</p>", "<p>2</p>", "<p>3</p>"];
    const mine = base.toSpliced(1, 0, "<hr>", "<p></p>");
    expect(mergeBlocks(base, mine, [...base, "<hr>", "<p></p>"])).toEqual([...mine, "<hr>", "<p></p>"]);
  });

  test("that change neighbours which are nearly alike have both", () => {
    const base = ["Price in May: 10", "Price in June: 20"];
    expect(mergeBlocks(base, base.with(0, "Price in May: 11"), base.with(1, "Price in June: 21"))).toEqual([
      "Price in May: 11",
      "Price in June: 21",
    ]);
  });

  test("that add at the same place are kept in one order for both: theirs first", () => {
    expect(merge("abXcd", "abYcd")).toBe("abYXcd");
    expect(merge("X", "Y", "")).toBe("YX");
  });
});

/** The blocks of a text, three words each. */
const ORIGINAL = Array.from({ length: 6 }, (_, at) => ["start", "middle", "end"].map((word) => word + at).join(" "));

const words = (blocks: readonly string[]) => blocks.flatMap((block) => block.split(" "));

/** Brings a deleted block of the text back, after the last of those before it. */
function withRestored(blocks: readonly string[], at: number): readonly string[] {
  const placeOf = (block: string) => ORIGINAL.findIndex((original) => block.startsWith(original));
  if (blocks.some((block) => placeOf(block) === at)) return blocks;
  const place = blocks.findLastIndex((block) => placeOf(block) !== -1 && placeOf(block) < at) + 1;
  return blocks.toSpliced(place, 0, ORIGINAL[at] ?? "");
}

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

  test("no word that both have, or that one of them adds, is lost or doubled", () => {
    const place = fc.integer({ min: 0, max: ORIGINAL.length - 1 });
    const stepsOf = (...kinds: string[]) =>
      fc.array(fc.record({ kind: fc.constantFrom(...kinds), place }), { maxLength: 6 });
    const [steps, deletions] = [stepsOf("delete", "add", "change", "restore", "paste"), stepsOf("delete", "change")];
    const pasted = Array.from({ length: 10 }, (_, at) => `pasted${at}`).join(" ");
    /** Deletes, adds, changes, brings back and pastes blocks; every added word is another one. */
    const edit = (blocks: readonly string[], name: string, made: { kind: string; place: number }[]) =>
      made.reduce<readonly string[]>((list, { kind, place: at }, step) => {
        if (kind === "delete") return list.filter((_block, n) => n !== at);
        if (kind === "add") return list.toSpliced(at, 0, `${name}${step}one ${name}${step}two`);
        if (kind === "change") return list.map((block, n) => (n === at ? `${block} ${name}${step}more` : block));
        if (kind === "restore") return withRestored(list, at);
        return list.some((block) => block.startsWith(pasted)) ? list : list.toSpliced(at, 0, pasted);
      }, blocks);
    fc.assert(
      fc.property(deletions, steps, steps, (before, mine, theirs) => {
        const base = edit(ORIGINAL, "base", before);
        const [own, others] = [edit(base, "mine", mine), edit(base, "theirs", theirs)];
        const merged = mergeBlocks(base, own, others);
        if (!merged) return;
        const [all, known] = [words(merged), new Set(words(base))];
        expect(new Set(all).size, `doubled: ${merged}`).toBe(all.length);
        const kept = (list: readonly string[], other: readonly string[]) =>
          words(list).filter((word) => !known.has(word) || words(other).includes(word));
        const lost = [...kept(own, others), ...kept(others, own)].filter((word) => !all.includes(word));
        expect(lost, `lost: ${merged}`).toEqual([]);
        expect(mergeBlocks(merged, merged, merged), "sent again").toEqual(merged);
      }),
      { numRuns: 10_000 },
    );
  });

  test("nothing is changed in the lists that were given", () => {
    const frozen = (blocks: string) => Object.freeze([...blocks]);
    expect(mergeBlocks(frozen("abc"), frozen("Xbc"), frozen("abY"))).toEqual(["X", "b", "Y"]);
  });
});
