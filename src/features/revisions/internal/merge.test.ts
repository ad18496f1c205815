import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeBlocks } from "#shared/merge-blocks.ts";
import { mergeSnapshots } from "./merge.ts";

const words = (text: string) => text.split(" ").filter(Boolean);

describe("two changes of the same blocks", () => {
  test.each([
    ["of different blocks are both made", "a b c", "A b c", "a b C", "A b C"],
    ["of neighbouring blocks are both made", "a b c", "A b c", "a B c", "A B c"],
    ["that are the same are made once", "a b c", "a X c", "a X c", "a X c"],
    ["that insert at the same place keep both, theirs first", "a b", "a mine b", "a theirs b", "a theirs mine b"],
    ["that append keep both, theirs first", "a", "a mine", "a theirs", "a theirs mine"],
    ["may insert before a block that the other one replaced", "a b c", "a new b c", "a B c", "a new B c"],
    ["may insert behind a block that the other one replaced", "a b c", "a b new c", "a B c", "a B new c"],
    ["may delete what the other one left alone", "a b c d", "a c d", "a b c D", "a c D"],
    ["may move on from nothing", "", "mine", "theirs", "theirs mine"],
  ])("%s", (_what, base, mine, theirs, merged) => {
    expect(mergeBlocks(words(base), words(mine), words(theirs))?.join(" ")).toBe(merged);
  });

  test.each([
    ["of one block, each in another way", "a b c", "a X c", "a Y c"],
    ["where one deletes what the other changes", "a b c", "a c", "a B c"],
    ["where one inserts into what the other replaces", "a b c d", "a b new c d", "a Z d"],
  ])("%s, are not merged", (_what, base, mine, theirs) => {
    expect(mergeBlocks(words(base), words(mine), words(theirs))).toBeUndefined();
  });

  const blocks = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 8 });

  test("merging with nothing changed is the other one's change", () => {
    fc.assert(
      fc.property(blocks, blocks, (base, changed) => {
        expect(mergeBlocks(base, changed, base)).toEqual(changed);
        expect(mergeBlocks(base, base, changed)).toEqual(changed);
      }),
    );
  });

  test("nothing that either of them wrote is dropped", () => {
    fc.assert(
      fc.property(blocks, blocks, blocks, (base, mine, theirs) => {
        const mineOnly = mine.map((block) => `${block}1`);
        const merged = mergeBlocks(base, [...base, ...mineOnly], [...theirs, ...base]);
        if (merged) for (const block of mineOnly) expect(merged).toContain(block);
      }),
    );
  });
});

describe("two changes of the same article", () => {
  test("that was written by a client, with other white space than the editor's, are both made", () => {
    const stored = { content: "<p>One\nline</p>\n<ul>\n <li>a</li>\n</ul>\n<p>Two</p>\n" };
    const written = (one: string, two: string) => ({ content: `<p>${one}</p><ul><li><p>a</p></li></ul><p>${two}</p>` });
    const merge = mergeSnapshots(stored, written("Mine", "Two"), written("One line", "Theirs"));
    expect(merge).toEqual({ merged: written("Mine", "Theirs"), conflicts: [] });
  });

  const base = { title: "Title", tags: ["a"], content: "<p>one</p><p>two</p>" };

  test("of different fields and blocks are both made", () => {
    const mine = { title: "Mine", content: "<p>One</p><p>two</p>" };
    const theirs = { ...base, tags: ["b"], content: "<p>one</p><p>Two</p>" };
    expect(mergeSnapshots(base, mine, theirs)).toEqual({
      merged: { title: "Mine", tags: ["b"], content: "<p>One</p><p>Two</p>" },
      conflicts: [],
    });
  });

  test("name the fields that both changed, each in another way", () => {
    const mine = { title: "Mine", tags: ["same"], content: "<p>Mine</p><p>two</p>" };
    const theirs = { title: "Theirs", tags: ["same"], content: "<p>Theirs</p><p>two</p>" };
    expect(mergeSnapshots(base, mine, theirs)).toEqual({ merged: theirs, conflicts: ["title", "content"] });
  });
});
