import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SEED } from "#test/support/seed.ts";
import { blockPairs, compareNodes, unionOf, wordChanges } from "./compare.ts";
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

describe("two versions of a block as one", () => {
  const union = (theirs: string, mine: string) => unionOf(parseContent(theirs).nodes, parseContent(mine).nodes);

  test.each([
    [
      "has common words once, and theirs before mine at the same place",
      "<p>One sentence. Theirs.</p>",
      "<p>One sentence. Mine.</p>",
      "<p>One sentence. Theirs. Mine.</p>",
    ],
    [
      "has links and marks of both",
      '<p>A <a href="https://one.example/">long</a> line</p>',
      "<p>A long <strong>line</strong> now</p>",
      '<p>A <a href="https://one.example/">long</a> <strong>line</strong> now</p>',
    ],
    [
      "has the items of both lists",
      "<ul><li>first</li><li>second</li></ul>",
      "<ul><li>first</li><li>second</li><li>third</li></ul>",
      "<ul><li>first</li><li>second</li><li>third</li></ul>",
    ],
    ["has a comma before each addition", "<p>Ours, theirs</p>", "<p>Ours, mine</p>", "<p>Ours, theirs, mine</p>"],
    [
      "has a heading once if its level differs",
      "<h2>The same title</h2>",
      "<h3>The same title here</h3>",
      "<h3>The same title here</h3>",
    ],
  ])("%s", (_what, theirs, mine, expected) => expect(union(theirs, mine)).toBe(expected));

  test("stays two if they have little in common", () => {
    expect(union("<p>Rates rise in June</p>", "<p>Nothing of it</p>")).toBeUndefined();
    expect(union("<p></p>", "<p></p>")).toBeUndefined();
  });
});
