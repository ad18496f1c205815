import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanHtml as stored } from "#test/support/content.ts";
import { contentTree } from "#test/support/content-trees.ts";
import { SEED } from "#test/support/seed.ts";
import { mergedContent } from "../merge.ts";
import { joinedBlocks, movableBlocks, topLevelBlocks, withNotesAsCharacters, withNotesInLine } from "../rules.ts";
import { contentHtml } from "../serialize.ts";

const ref = (number: number) => `<sup><a href="#fn-${number}" id="fnref-${number}">${number}</a></sup>`;
const notes = (...items: string[]) =>
  `<section class="footnotes"><ol>${items.map((item, at) => `<li id="fn-${at + 1}">${item}</li>`).join("")}</ol></section>`;

describe("movable blocks", () => {
  test(`joined again are the content, whatever it is (seed ${SEED})`, () => {
    fc.assert(
      fc.property(contentTree, (nodes) => {
        const html = contentHtml(nodes).html;
        expect(topLevelBlocks(html).join("")).toBe(html);
        const blocks = movableBlocks(html);
        if (blocks !== null) expect(joinedBlocks(blocks)).toBe(html);
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  test("have their notes in them, without number and link back", () => {
    const html = stored(`<p>a${ref(1)}</p><p>b</p><h2>c${ref(2)}</h2>${notes("<p>A</p>", "B")}`);
    expect(movableBlocks(html)).toEqual(["<p>a<fn><p>A</p></fn></p>", "<p>b</p>", "<h2>c<fn>B</fn></h2>"]);
  });

  test("bring their notes along where they are moved, renumbered", () => {
    const html = stored(`<p>a${ref(1)}</p><p>b${ref(2)}</p>${notes("<p>A</p>", "<p>B</p>")}`);
    const moved = joinedBlocks((movableBlocks(html) ?? []).toReversed());
    expect(moved).toBe(stored(`<p>b${ref(1)}</p><p>a${ref(2)}</p>${notes("<p>B</p>", "<p>A</p>")}`));
    expect(stored(moved)).toBe(moved);
  });

  test.each([
    ["an empty note", "<p></p>"],
    ["a note without a paragraph", "A"],
    ["a note of nothing", ""],
    ["a note of two paragraphs", "<p>A</p><p>B</p>"],
    ["a note that ends in a list", "<p>A</p><ul><li>B</li></ul>"],
    ["a note that ends in a mark", "<p><em>A</em></p>"],
    ["a note with a link to a footnote's place", '<p><a href="#fn-7">A</a></p>'],
  ])("keep %s as it is", (_what, note) => {
    const html = stored(`<p>a${ref(1)}</p>${notes(note)}`);
    expect(html).toContain('id="fn-1"');
    expect(joinedBlocks(movableBlocks(html) ?? [])).toBe(html);
  });

  test.each([
    ["a reference without its note", `<p>a${ref(1)}b${ref(2)}</p>${notes("A")}`],
    ["a note without its reference", `<p>a${ref(1)}</p>${notes("A", "B")}`],
    ["two references to one note", `<p>a${ref(1)}b${ref(1)}</p>${notes("A")}`],
    ["an item of the list that is no note", `<p>a</p><section class="footnotes"><ol><li>A</li></ol></section>`],
  ])("do not exist of %s", (_what, html) => {
    expect(movableBlocks(html)).toBeNull();
  });

  test("are none of nothing", () => {
    expect(movableBlocks("")).toEqual([]);
    expect(joinedBlocks([])).toBe("");
  });
});

describe("a block for a reader", () => {
  test.each([
    ["<p>a<fn><p>A</p></fn> b</p>", "<p>a [A] b</p>"],
    ["<p>a<fn><p>A <em>b</em></p><p>c</p></fn></p>", "<p>a [A  b   c]</p>"],
    ["<p>a<fn></fn>b<fn>c</fn></p>", "<p>a []b [c]</p>"],
    ["<p>a &lt;fn&gt;</p>", "<p>a &lt;fn&gt;</p>"],
    ["<p>a</p>", "<p>a</p>"],
  ])("of %s has its notes in brackets: %s", (block, shown) => {
    expect(withNotesInLine(block)).toBe(shown);
  });
});

describe("two changes of the same content", () => {
  const lines = (...all: string[]) => stored(all.map((line) => `<p>${line}</p>`).join(""));
  const base = lines("one", "two", "three");

  test.each([
    [
      "of different blocks are both kept",
      lines("ONE", "two", "three"),
      lines("one", "two", "THREE"),
      lines("ONE", "two", "THREE"),
    ],
    [
      "that are the same are made once",
      lines("one", "2", "three"),
      lines("one", "2", "three"),
      lines("one", "2", "three"),
    ],
    [
      "that add at the same place keep theirs first",
      lines("one", "mine", "two", "three"),
      lines("one", "theirs", "two", "three"),
      lines("one", "theirs", "mine", "two", "three"),
    ],
    ["of which one deletes what the other leaves", lines("two", "three"), lines("one", "two", "3"), lines("two", "3")],
    ["of the same block cannot be merged", lines("one", "mine", "three"), lines("one", "theirs", "three"), undefined],
    [
      "of which one deletes what the other changes cannot either",
      lines("one", "three"),
      lines("one", "2", "three"),
      undefined,
    ],
  ])("%s", (_what, mine, theirs, merged) => {
    expect(mergedContent(base, mine, theirs)).toBe(merged);
  });

  test("are merged as they stand where the notes of one do not fit its references", () => {
    // As an older program stored it.
    const odd = `<p>one</p><p>two${ref(4)}</p>`;
    const mine = `<p>1</p><p>two${ref(4)}</p>`;
    const theirs = `<p>one</p><p>two${ref(4)}</p><p>three</p>`;
    expect(mergedContent(odd, mine, theirs)).toBe(`<p>1</p><p>two${ref(4)}</p><p>three</p>`);
    expect(mergedContent(odd, mine, "<p>new</p>")).toBeUndefined();
  });

  test("both of which add a footnote leave two, numbered in the order of the text", () => {
    const mine = stored(`<p>one${ref(1)}</p><p>two</p><p>three</p>${notes("<p>mine</p>")}`);
    const theirs = stored(`<p>one</p><p>two</p><p>three${ref(1)}</p>${notes("<p>theirs</p>")}`);
    expect(mergedContent(base, mine, theirs)).toBe(
      stored(`<p>one${ref(1)}</p><p>two</p><p>three${ref(2)}</p>${notes("<p>mine</p>", "<p>theirs</p>")}`),
    );
  });

  test(`one of which changes nothing give the other; whoever is first, they can be merged or not (seed ${SEED})`, () => {
    const piece = fc.constantFrom("a", "b", "c", "d");
    const content = fc.array(piece, { maxLength: 6 }).map((all) => {
      const own: string[] = [];
      const text = all.map(
        (words) => `<p>${words}${words === "d" ? ref(own.push(`<p>note ${own.length}</p>`)) : ""}</p>`,
      );
      return stored(`${text.join("")}${own.length > 0 ? notes(...own) : ""}`);
    });
    fc.assert(
      fc.property(content, content, content, (began, mine, theirs) => {
        expect(mergedContent(began, began, theirs)).toBe(theirs);
        expect(mergedContent(began, mine, began)).toBe(mine);
        expect(mergedContent(began, mine, mine)).toBe(mine);
        const merged = mergedContent(began, mine, theirs);
        expect(mergedContent(began, theirs, mine) === undefined).toBe(merged === undefined);
        if (merged !== undefined) expect(stored(merged)).toBe(merged);
      }),
      { seed: SEED },
    );
  });
});

test("notes as characters are equal where the notes are, and can be restored", () => {
  const blocks = ["<p>One<fn><p>A</p></fn>, two<fn><p>B</p></fn></p>", "<p>One<fn><p>A</p></fn></p>"];
  const { texts, restore } = withNotesAsCharacters(blocks);
  expect(texts).toEqual(["<p>One\ue000, two\ue001</p>", "<p>One\ue000</p>"]);
  expect(texts.map(restore)).toEqual(blocks);
});
