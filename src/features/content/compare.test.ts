import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SEED } from "#test/support/seed.ts";
import { blockPairs, compareNodes, wordChanges } from "./compare.ts";
import { parseContent } from "./parse.ts";

const marked = (before: string, after: string) =>
  wordChanges(before, after)
    .map(({ text, is }) => (is === "same" ? text : is === "added" ? `+[${text}]` : `-[${text}]`))
    .join("");

describe("words", () => {
  test.each([
    ["a b c", "a x c", "a -[b]+[x] c"],
    ["The end.", "The end!", "The end-[.]+[!]"],
    ["don't go", "don't", "don't-[ go]"],
    ["", "new", "+[new]"],
    ["old", "", "-[old]"],
    ["same", "same", "same"],
  ])("from %j to %j", (before, after, expected) => {
    expect(marked(before, after)).toBe(expected);
  });

  test(`neither text loses a character, and nothing is marked that did not change (seed ${SEED})`, () => {
    const text = fc
      .array(fc.constantFrom("a", "b", " ", "c,", "ü", "😀"), { maxLength: 30 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const runs = wordChanges(before, after);
        const without = (left: string) =>
          runs
            .filter(({ is }) => is !== left)
            .map((run) => run.text)
            .join("");
        expect([without("added"), without("removed")]).toEqual([before, after]);
        if (before === after) expect(runs.every(({ is }) => is === "same")).toBe(true);
      }),
      { seed: SEED },
    );
  });
});

test("unchanged paragraphs have no pair, changed ones their counterpart, and new and removed ones the next of the other side", () => {
  const nodes = (...lines: string[]) => parseContent(lines.map((line) => `<p>${line}</p>`).join("")).nodes;
  const { mine, theirs } = compareNodes(
    nodes("a", "b", "one two", "c", "gone"),
    nodes("a", "b", "one 2", "c", "d", "new"),
  );
  const pairs = blockPairs(mine, theirs).map((pair) => pair && [pair.before?.text, pair.after?.text]);
  expect(pairs).toEqual([null, null, ["one two", "one 2"], null, ["gone", "d"], [undefined, "new"]]);
});
