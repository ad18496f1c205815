import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanHtml, prepared } from "#test/support/content.ts";
import { contentTree } from "#test/support/content-trees.ts";
import { expectLinear } from "#test/support/growth.ts";
import { SEED } from "#test/support/seed.ts";
import type { ContentNode, ContentTag } from "../model.ts";
import { contentHtml } from "../serialize.ts";
import { numberFootnotes } from "./footnotes.ts";

const ref = (id: number | string, number: number | string = id) =>
  `<sup><a href="#fn-${id}" id="fnref-${id}">${number}</a></sup>`;
const note = (id: number | string, text: string) =>
  `<li id="fn-${id}"><p>${text} <a href="#fnref-${id}">↩</a></p></li>`;
const notes = (...items: string[]) => `<section class="footnotes"><ol>${items.join("")}</ol></section>`;

test("footnotes come back as they were written", () => {
  const html = `<p>a${ref(1)} b${ref(2)}</p><h2>c${ref(3)}</h2>${notes(note(1, "A"), note(2, "<em>B</em>"), note(3, "C"))}`;
  expect(cleanHtml(html)).toBe(html);
});

describe("footnotes are numbered by the order of their references", () => {
  test("whatever numbers they came with", () => {
    expect(cleanHtml(`<p>a${ref(7, 1)} b${ref(3, "x")}</p>${notes(note(3, "three"), note(7, "seven"))}`)).toBe(
      `<p>a${ref(1)} b${ref(2)}</p>${notes(note(1, "seven"), note(2, "three"))}`,
    );
  });

  test("and collected at the end, from wherever a list of them stands", () => {
    expect(cleanHtml(`<p>a${ref(1)}</p>${notes(note(1, "A"))}<p>b${ref(2)}</p>${notes(note(2, "B"))}`)).toBe(
      `<p>a${ref(1)}</p><p>b${ref(2)}</p>${notes(note(1, "A"), note(2, "B"))}`,
    );
  });
});

describe("no word is lost of", () => {
  test.each([
    ["a superscript that is none", "<p>10<sup>6</sup></p>", "<p>10<sup>6</sup></p>"],
    [
      "a link to a reference with words of its own",
      `<p>a${ref(1)}</p>${notes('<li id="fn-1"><p>A <a href="#fnref-1">see above</a></p></li>')}`,
      `<p>a${ref(1)}</p>${notes(note(1, 'A <a href="#fnref-1">see above</a>'))}`,
    ],
    [
      "a reference without a note",
      '<p>a<sup><a href="#fn-4" id="fnref-4">4</a></sup></p>',
      '<p>a<a href="#fn-4">4</a></p>',
    ],
    [
      "a second reference to the same note",
      `<p>a${ref(1)}b${ref(1)}</p>${notes(note(1, "A"))}`,
      `<p>a${ref(1)}b<a href="#fn-1">1</a></p>${notes(note(1, "A"))}`,
    ],
    [
      "notes without a reference",
      `<p>a</p>${notes(note(1, "A"), "<li>B</li>")}`,
      "<p>a</p><ol><li>B</li><li><p>A</p></li></ol>",
    ],
    [
      "a reference in a note",
      `<p>a${ref(1)}</p>${notes(note(1, `A${ref(2)}`))}`,
      `<p>a${ref(1)}</p>${notes(note(1, 'A<a href="#fn-2">2</a>'))}`,
    ],
    [
      "a list of notes that is not at the top",
      `<blockquote>${notes("<li>A</li>")}</blockquote>`,
      "<blockquote><ol><li>A</li></ol></blockquote>",
    ],
    [
      "what is no note in the list",
      '<section class="footnotes"><p>a</p><ol><li>b</li></ol></section>',
      "<p>a</p><ol><li>b</li></ol>",
    ],
  ])("%s", (_what, html, expected) => {
    expect(cleanHtml(html)).toBe(expected);
  });
});

test("ids are of footnotes alone", () => {
  expect(cleanHtml('<ul><li id="fn-1">a</li></ul><p><a href="/b" id="fnref-1">c</a></p>')).toBe(
    '<ul><li>a</li></ul><p><a href="/b">c</a></p>',
  );
});

test("a note may be one line without a paragraph, and the link back is added once", () => {
  const html = `<p>a${ref(1)}</p>${notes('<li id="fn-1">A  </li>')}`;
  const clean = `<p>a${ref(1)}</p>${notes('<li id="fn-1">A <a href="#fnref-1">↩</a></li>')}`;
  expect(cleanHtml(html)).toBe(clean);
  expect(cleanHtml(clean)).toBe(clean);
});

test("the plain text has the notes, without numbers and links back", () => {
  expect(prepared(`<p>Crash${ref(1)}.</p>${notes(note(1, "In May."))}`).text).toBe("Crash.\nIn May.");
});

test(`cleaning twice changes nothing more, whatever footnotes are in it (seed ${SEED})`, () => {
  const piece = fc.oneof(
    contentTree.map((nodes) => contentHtml(nodes).html as string),
    fc.tuple(fc.nat(4), fc.nat(4)).map(([id, number]) => `<p>x${ref(id, number)}</p>`),
    fc.array(fc.nat(4), { maxLength: 3 }).map((ids) => notes(...ids.map((id) => note(id, `n${id}`)))),
    fc.constantFrom(
      "<sup>",
      "</sup>",
      '<section class="footnotes">',
      "<ol>",
      '<li id="fn-1">',
      '<a href="#fnref-1">',
      "</a>",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const once = cleanHtml(pieces.join(""));
      expect(cleanHtml(once)).toBe(once);
      const ids = [...once.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { seed: SEED, numRuns: 300 },
  );
});

test("many references and notes take time in proportion to them", async () => {
  const many = (count: number) => {
    const all = Array.from({ length: count }, (_, index) => index + 1);
    return `<p>${all.map((id) => ref(id)).join("")}</p>${notes(...all.map((id) => `<li id="fn-${id}">a</li>`))}`;
  };
  expect(cleanHtml(many(9_000))).toContain('id="fn-9000"');
  await expectLinear((size) => many(9_000 * size), cleanHtml);
  await expectLinear((size) => `${ref(1).repeat(20_000 * size)}${notes(note(1, "A"))}`, cleanHtml);
});

describe("whatever stands in a superscript stays in its line", () => {
  test.each([
    ["a paragraph", "<p>a<sup><p>b</p></sup>c</p>"],
    ["a list", "a<sup><ul><li>b</li></ul></sup>c"],
    ["a quote with a mark", "a<sup><blockquote><p><strong>b</strong></p></blockquote></sup>c"],
    ["a picture and a line break", 'a<sup><img src="/b.png"><br></sup>c'],
    ["a table", "a<sup><table><tr><td>b</td></tr></table></sup>c"],
  ])("%s", (_what, html) => {
    const clean = cleanHtml(html);
    expect(clean).toMatch(/a<sup>.*<\/sup>c/);
    expect(clean).not.toMatch(/<sup>.*<(p|ul|li|blockquote|table)>/);
    expect(cleanHtml(clean)).toBe(clean);
    expect(prepared(html).text.replaceAll("\n", "")).toMatch(/^a\^?b? ?c$/);
  });
});

describe("an id that is none of a footnote refers to no note", () => {
  test.each([["fn-"], ["fn-12345"], ["fn-1a"], ["FN-1"], ["fn--1"], ["fn-١"]])("%s", (id) => {
    const html = `<p>a<sup><a href="#${id}">1</a></sup></p><section class="footnotes"><ol><li id="${id}">A</li></ol></section>`;
    expect(cleanHtml(html)).toBe(`<p>a<sup><a href="#${id}">1</a></sup></p><ol><li>A</li></ol>`);
  });
});

test("there are as many footnotes as ids of four digits: what is beyond keeps its words", () => {
  const tag = (
    name: ContentTag["name"],
    attributes: ContentTag["attributes"],
    ...children: ContentNode[]
  ): ContentTag => ({
    name,
    attributes,
    children,
  });
  const ids = [...Array(10_000).keys(), "01"];
  const references = ids.map((id) => tag("sup", [], tag("a", [["href", `#fn-${id}`]], String(id))));
  const list = tag("ol", [], ...ids.map((id) => tag("li", [["id", `fn-${id}`]], `words ${id}`)));
  const html = contentHtml(numberFootnotes([...references, tag("section", [["class", "footnotes"]], list)])).html;
  expect(html).toContain('<li id="fn-9999">words 9998 <a');
  expect(html).not.toContain("fn-10000");
  expect(html).toContain("<ol><li>words 9999</li><li>words 01</li></ol>");
});
