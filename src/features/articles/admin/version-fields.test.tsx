import fc from "fast-check";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { type Block, blocksOf, compareNodes } from "#features/content/compare.ts";
import { parseContent } from "#features/content/parse.ts";
import { markedWords } from "#features/documents/room/admin/content-sides.tsx";
import { SEED } from "#test/support/seed.ts";
import { type FormValues, NEW_VALUES, VERSION_FIELDS } from "./form-values.tsx";

const shown = (name: keyof FormValues, change: Partial<FormValues>) =>
  VERSION_FIELDS[name].show({ ...NEW_VALUES, ...change });

describe("a field beside that of another version", () => {
  test.each([
    ["a switch that is on", "is_featured", { is_featured: true }, "On"],
    ["one that is off", "is_breaking", {}, "Off"],
    ["a status, in words", "status", { status: "ready" }, "Ready"],
    ["tags as they are typed", "tags", { tags: "one, two" }, "one, two"],
    ["a language by its name", "language", { language: "ar" }, "Arabic"],
    ["no date", "published_date", {}, null],
    ["a date that cannot be read, as it was typed", "published_date", { published_date: "tomorrrow" }, "tomorrrow"],
  ] as const)("shows %s", (_what, name, change, words) => {
    expect(shown(name, change)).toBe(words);
  });

  test("shows a date in words, not as it is stored", () => {
    expect(shown("published_date", { published_date: "2026-01-05T12:00:00.000Z" })).toMatch(/^January 5, 2026 at /);
  });
});

describe("the text of two versions", () => {
  const { blocks } = VERSION_FIELDS.content;
  const of = (mine: string, theirs: string) =>
    blocks?.of({ ...NEW_VALUES, content: mine }, { ...NEW_VALUES, content: theirs });
  const NOTE =
    '<p>a<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><section class="footnotes"><ol><li id="fn-1"><p>n <a href="#fnref-1">↩</a></p></li></ol></section>';

  test("is chosen block by block, and joined to the text again", () => {
    expect(of("<p>a</p><p>b</p>", "<p>a</p>")).toEqual({ mine: ["<p>a</p>", "<p>b</p>"], theirs: ["<p>a</p>"] });
    expect(blocks?.join(["<p>a</p>", "<p>b</p>"])).toBe("<p>a</p><p>b</p>");
    expect(of("", "")).toEqual({ mine: [], theirs: [] });
  });

  test("brings footnotes along with the blocks that name them", () => {
    const [first = ""] = blocks?.all({ ...NEW_VALUES, content: NOTE }) ?? [];
    expect(blocks?.join([first, "<p>b</p>"])).toContain('<section class="footnotes">');
    expect(blocks?.join(["<p>b</p>"])).not.toContain("footnotes");
  });

  test("is not chosen block by block where one of them has footnotes that do not fit together", () => {
    const odd = NOTE.replace('id="fn-1"', 'id="fn-x"');
    expect(of(odd, "<p>a</p>")).toBeNull();
    expect(of("<p>a</p>", odd)).toBeNull();
    expect(blocks?.all({ ...NEW_VALUES, content: odd })).toEqual([]);
  });
});

test("only the words that differ are marked in a paragraph", () => {
  const html = (node: ReactNode) => renderToStaticMarkup(node).replaceAll(/<\/?(?:span|p)>/g, "");
  const sides = markedWords("One word here", "Two words here");
  expect(html(sides.mine)).toBe("<mark>One</mark> <mark>word</mark> here");
  expect(html(sides.theirs)).toBe("<mark>Two</mark> <mark>words</mark> here");
  const formatted = markedWords("Same", "Same");
  expect([html(formatted.mine), html(formatted.theirs)]).toEqual(["<mark>Same</mark>", "<mark>Same</mark>"]);
});

const nodes = (html: string) => parseContent(html).nodes;
const texts = (html: string) => blocksOf(nodes(html)).map(({ text }) => text);
const compare = (mine: string, theirs: string) => {
  const { mine: left, theirs: right } = compareNodes(nodes(mine), nodes(theirs));
  const changed = (blocks: Block[]) => blocks.filter(({ isCommon }) => !isCommon).map(({ text }) => text);
  return { mine: changed(left), theirs: changed(right) };
};
const paragraphs = (...lines: string[]) => lines.map((line) => `<p>${line}</p>`).join("");

describe("the blocks that are compared", () => {
  test.each([
    ["a line each, what is invisible left out", "<p>a</p>\n<p> </p><hr><h2>b</h2><p></p>", ["a", "Heading: b"]],
    ["marks and breaks belong to their line", "<p>a <strong>b</strong><br>c</p>", ["a b c"]],
    ["spaces and line breaks are one space", "<pre><code>a\n  b</code></pre>", ["a b"]],
    [
      "items and quotes as the editor writes them",
      "<ul><li><p>a</p><p>b</p></li></ul><blockquote><p>c</p></blockquote>",
      ["• a", "b", "“ c"],
    ],
    ["items without paragraphs", "<ol><li>a</li><li>b</li></ol>", ["• a", "• b"]],
    ["text beside a nested list", "<ul><li>a<ul><li>b</li></ul>c</li></ul>", ["• a", "• b", "c"]],
    ["a list in a quote", "<blockquote><ul><li><p>a</p></li></ul><p>b</p></blockquote>", ["“ • a", "b"]],
    ["an empty item gives its label to nobody", "<blockquote><ul><li><p></p></li></ul><p>a</p></blockquote>", ["“ a"]],
    ["text outside every block", "a <b>b</b><p>c</p>d", ["a b", "c", "d"]],
    [
      "pictures by their text, or their address",
      '<img src="/a.png" alt="A ship"><p>b <img src="/c.png"></p>',
      ["[Image: A ship]", "b [Image: /c.png]"],
    ],
    ["pictures one by one", '<img src="/a.png"><img src="/b.png">', ["[Image: /a.png]", "[Image: /b.png]"]],
    ["a picture without either", '<img alt="">', ["[Image: ]"]],
    [
      "a figure's parts",
      '<figure><img src="/a.png" alt="A"><small>B</small><figcaption>C <em>d</em></figcaption></figure>',
      ["[Image: A]", "Credit: B", "Caption: C d"],
    ],
    ["cells of paragraphs", "<table><tbody><tr><th><p>a</p></th><td><p>b</p></td></tr></tbody></table>", ["a", "b"]],
    ["cells of text, apart", "<table><tr><td>a</td><td>b</td></tr></table>", ["a b"]],
  ])("%s", (_why, html, expected) => {
    expect(texts(html)).toEqual(expected);
  });

  test("a long address is shortened", () => {
    expect(texts(`<img src="/${"x".repeat(200)}.png">`)).toEqual([`[Image: /${"x".repeat(79)}]`]);
  });
});

describe("what two versions do not have in common", () => {
  test.each([
    ["nothing where they are equal", paragraphs("a", "b"), paragraphs("a", "b"), [], []],
    ["a changed line, on both sides", paragraphs("a", "b", "c"), paragraphs("a", "x", "c"), ["b"], ["x"]],
    ["a line that was added, with its like before it", paragraphs("a", "a"), paragraphs("a", "a", "a"), [], ["a"]],
    ["everything, against nothing", paragraphs("a", "b"), "", ["a", "b"], []],
    [
      "the smaller of two parts that changed places",
      paragraphs("a", "b", "c"),
      paragraphs("c", "a", "b"),
      ["c"],
      ["c"],
    ],
    ["a line whose marks alone changed", "<p>a</p>", "<p><em>a</em></p>", ["a"], ["a"]],
    ["a line whose alignment alone changed", "<p>a</p>", '<p class="align-right">a</p>', ["a"], ["a"]],
    ["a link that leads elsewhere", '<p><a href="/a">x</a></p>', '<p><a href="/b">x</a></p>', ["x"], ["x"]],
    [
      "a picture that was exchanged",
      '<p>a</p><img src="/a.png">',
      '<p>a</p><img src="/b.png">',
      ["[Image: /a.png]"],
      ["[Image: /b.png]"],
    ],
    ["a line that became a quote", "<p>a</p>", "<blockquote><p>a</p></blockquote>", ["a"], ["“ a"]],
    ["not the space between blocks", "<p>a</p><p>b</p>", "<p>a</p>\n\n<p>b</p>\n", [], []],
  ])("%s", (_why, mine, theirs, left, right) => {
    expect(compare(mine, theirs)).toEqual({ mine: left, theirs: right });
  });

  test(`what is common is as long as possible, in the same order (seed ${SEED})`, () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 7 });
    fc.assert(
      fc.property(lines, lines, (left, right) => {
        const { mine, theirs } = compareNodes(nodes(paragraphs(...left)), nodes(paragraphs(...right)));
        const common = (blocks: Block[]) => blocks.filter(({ isCommon }) => isCommon).map(({ text }) => text);
        expect(common(mine)).toEqual(common(theirs));
        expect(common(mine)).toHaveLength(longestCommon(left, right));
      }),
      { seed: SEED },
    );
  });

  test("a line in both is matched also among thousands of changed ones", () => {
    const many = (name: string) => Array.from({ length: 1_100 }, (_, index) => `${name}${index}`);
    const version = (name: string) => paragraphs("first", ...many(name), "middle", ...many(name), "last");
    const { mine, theirs } = compare(version("a"), version("b"));
    for (const changed of [mine, theirs]) {
      expect(changed).toHaveLength(2_200);
      expect(changed).not.toContain("middle");
    }
  });
});

/** By trying every way: each first line is left out, or is in both. */
function longestCommon([first, ...rest]: string[], others: string[]): number {
  if (first === undefined) return 0;
  const at = others.indexOf(first);
  const without = longestCommon(rest, others);
  return at === -1 ? without : Math.max(without, 1 + longestCommon(rest, others.slice(at + 1)));
}
