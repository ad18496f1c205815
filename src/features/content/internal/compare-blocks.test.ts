import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentTree } from "#test/support/content-trees.ts";
import { SEED } from "#test/support/seed.ts";
import { blockPairs, blocksOf, compareNodes } from "../compare.ts";
import type { ContentNode } from "../model.ts";
import { parseContent } from "../parse.ts";

const nodesOf = (html: string, surface: "article" | "issue" = "article") => parseContent(html, [], surface).nodes;
const textsOf = (html: string) => blocksOf(nodesOf(html)).map(({ text }) => text);

describe("the blocks of a content", () => {
  test.each([
    ["a line each, without the space around it", "<p> a  b </p>\n<p>c<br>d</p>", ["a b", "c d"]],
    ["none of empty lines", "<p></p><p> </p><hr><p>a</p>", ["a"]],
    ["text and marks between lines, as one", "a <strong>b</strong><p>c</p>d", ["a b", "c", "d"]],
    ["a heading as such", "<h2>a</h2>", ["Heading: a"]],
    ["a picture by its alternative text", '<p>a</p><img src="/x.png" alt="A quay">', ["a", "[Image: A quay]"]],
    ["a picture without one by its address", '<img src="/x.png">', ["[Image: /x.png]"]],
    ["a picture without either", "<img>", ["[Image: ]"]],
    [
      "no more than the beginning of a long address",
      `<img src="/${"x".repeat(200)}">`,
      [`[Image: /${"x".repeat(79)}]`],
    ],
    ["a picture in a line with its words", '<p>a<img src="/x.png" alt="A">b</p>', ["a[Image: A]b"]],
  ])("are %s", (_what, html, texts) => {
    expect(textsOf(html)).toEqual(texts);
  });

  test("have the label of what they are in before the first of them alone", () => {
    expect(textsOf("<blockquote><p>a</p><p>b</p></blockquote><p>c</p>")).toEqual(["“ a", "b", "c"]);
    expect(textsOf("<ul><li><h2>a</h2></li><li>b</li></ul>")).toEqual(["• Heading: a", "• b"]);
  });

  test("do not inherit the label of an empty one", () => {
    expect(textsOf("<blockquote><p></p></blockquote><p>a</p>")).toEqual(["a"]);
    expect(textsOf("<h2></h2><p>a</p>")).toEqual(["a"]);
  });

  test("are articles of an issue by their number", () => {
    const html = '<p>a</p><article class="with-picture" data-article="12"></article>';
    expect(blocksOf(nodesOf(html, "issue")).map(({ text }) => text)).toEqual([
      "a",
      expect.stringContaining("[Article 12]"),
    ]);
  });

  test("know the addresses of their links and pictures", () => {
    const [link, figure] = blocksOf(
      nodesOf(
        '<p>a <strong><a href="/b">b</a></strong></p><figure><img src="/c.png"><figcaption><a href="/d">d</a></figcaption></figure>',
      ),
    );
    expect(link?.addresses).toEqual(["/b"]);
    expect([figure, ...blocksOf(nodesOf("<p>e</p>"))].map((block) => block?.addresses)).toEqual([["/c.png"], []]);
  });
});

describe("two blocks with the same words are the same only", () => {
  const areCommon = (one: string, other: string) =>
    compareNodes(nodesOf(one), nodesOf(other)).mine.every(({ isCommon }) => isCommon);

  test.each([
    ["with the same marks", "<p>a <strong>b</strong></p>", "<p>a b</p>"],
    ["with the same layout", '<p class="align-center">a</p>', "<p>a</p>"],
    ["with the same address", '<p><a href="/a">a</a></p>', '<p><a href="/b">a</a></p>'],
    ["in the same kind of element", "<h2>a</h2>", "<h3>a</h3>"],
    ["in the same place", "<blockquote><p>a</p></blockquote>", "<p>a</p>"],
  ])("%s", (_what, one, other) => {
    expect([areCommon(one, other), areCommon(one, one), areCommon(other, other)]).toEqual([false, true, true]);
  });
});

describe(`of any two contents (seed ${SEED})`, () => {
  const few: fc.Arbitrary<ContentNode[]> = fc
    .array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 8 })
    .map((words) => words.map((word) => ({ name: "p", attributes: [], children: [word] })));
  const keysOf = (blocks: ReturnType<typeof blocksOf>, isWanted: boolean) =>
    blocks.filter(({ isCommon }) => isCommon === isWanted).map(({ key }) => key);

  test("the common blocks are the same in both, in the same order", () => {
    fc.assert(
      fc.property(few, few, (one, other) => {
        const { mine, theirs } = compareNodes(one, other);
        expect(keysOf(mine, true)).toEqual(keysOf(theirs, true));
      }),
      { seed: SEED },
    );
  });

  test("every block that is not common is in one pair, on its own side, and nothing else is", () => {
    fc.assert(
      fc.property(few, few, (one, other) => {
        const { mine, theirs } = compareNodes(one, other);
        const pairs = blockPairs(mine, theirs).filter((pair) => pair !== null);
        expect(pairs.flatMap(({ before }) => before?.key ?? [])).toEqual(keysOf(mine, false));
        expect(pairs.flatMap(({ after }) => after?.key ?? [])).toEqual(keysOf(theirs, false));
        expect(blockPairs(mine, theirs).length - pairs.length).toBe(keysOf(mine, true).length);
      }),
      { seed: SEED },
    );
  });

  test("nothing changed from a content to itself; to and from nothing, all of it did", () => {
    fc.assert(
      fc.property(contentTree, (nodes) => {
        const same = compareNodes(nodes, nodes);
        expect(blockPairs(same.mine, same.theirs)).toEqual(same.mine.map(() => null));
        const blocks = blocksOf(nodes);
        expect(blockPairs([], blocks)).toEqual(blocks.map((after) => ({ before: undefined, after })));
        expect(blockPairs(blocks, [])).toEqual(blocks.map((before) => ({ before, after: undefined })));
      }),
      { seed: SEED, numRuns: 60 },
    );
  });
});
