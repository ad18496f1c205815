import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanHtml } from "#test/support/content.ts";
import { contentTree } from "#test/support/content-trees.ts";
import { SEED } from "#test/support/seed.ts";
import { parseContent } from "./parse.ts";
import { MAX_CONTENT_BYTES } from "./rules.ts";
import { contentHtml } from "./serialize.ts";

test(`content that is written and parsed again is the same tree (seed ${SEED})`, () => {
  fc.assert(
    fc.property(contentTree, (nodes) => {
      expect(parseContent(contentHtml(nodes).html).nodes).toEqual(nodes);
    }),
    { seed: SEED, numRuns: 300 },
  );
});

describe("elements that HTML ends without an end tag", () => {
  test.each([
    ["a paragraph by the next block", "<p>a<h2>b</h2>c", "<p>a</p><h2>b</h2>c"],
    [
      "a paragraph by a block in an element that is not kept",
      "<p>a<font><ul><li>b</li></ul></font>c</p>",
      "<p>a</p><ul><li>b</li></ul>c",
    ],
    [
      "no paragraph by marks, breaks and pictures",
      '<p>a<em>b</em><br><img src="/c.png">d</p>',
      '<p>a<em>b</em><br /><img src="/c.png" />d</p>',
    ],
    ["an item by the next one", "<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"],
    [
      "an item by one in an element that is not kept",
      "<ul><li>a<span><li>b</span></ul>",
      "<ul><li>a</li><li>b</li></ul>",
    ],
    ["no item by those of a list in it", "<ul><li>a<ul><li>b</ul></ul>", "<ul><li>a<ul><li>b</li></ul></li></ul>"],
    ["a heading by the next one", "<h1>a<div><h3>b</h3></div>", "<h1>a</h1><h3>b</h3>"],
    [
      "cells and rows by the next ones",
      "<table><tr><td>a<td>b<tr><th>c</table>",
      "<table><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table>",
    ],
    ["everything at the end", "<blockquote><p><strong>a", "<blockquote><p><strong>a</strong></p></blockquote>"],
  ])("%s", (_what, html, expected) => {
    expect(cleanHtml(html)).toBe(expected);
  });
});

describe("elements in the wrong place", () => {
  test.each([
    [
      "a link in a link ends it, as in a browser",
      '<a href="/a">a<a href="/b">b</a></a>',
      '<a href="/a">a</a><a href="/b">b</a>',
    ],
    [
      "a link in a link over a mark leaves its text",
      '<a href="/a"><em>a<a href="/b">b</a></em></a>',
      '<a href="/a"><em>ab</em></a>',
    ],
    [
      "a link in a cell of a table in a link",
      '<a href="/a"><table><tr><td><a href="/b">b</a></td></tr></table></a>',
      '<a href="/a"><table><tr><td>b</td></tr></table></a>',
    ],
    [
      "a figure's text and blocks go before it, in their order",
      '<figure>a<p>b</p><img src="/i.png">c<ul><li>d</li></ul></figure>',
      'a<p>b</p>c<ul><li>d</li></ul><figure><img src="/i.png" /></figure>',
    ],
    [
      "out of a cell's figure they stay in the cell",
      "<table><tr><td><figure><p>a</p></figure></td></tr></table>",
      "<table><tr><td><p>a</p><figure></figure></td></tr></table>",
    ],
    [
      "out of a row they go before the table, not the row",
      "<table><tr><td>a</td></tr><tr>b<td>c</td></tr></table>",
      "b<table><tr><td>a</td></tr><tr><td>c</td></tr></table>",
    ],
    [
      "marks around rows and cells are none",
      "<table><strong><tr><em><td>a</td></em></tr></strong></table>",
      "<table><tr><td>a</td></tr></table>",
    ],
    [
      "white space between rows and cells is none",
      "<table>\n <tr>\n <td> a </td>\n </tr>\n</table>",
      "<table><tr><td> a </td></tr></table>",
    ],
    [
      "a table in a cell leaves its rows' text",
      "<table><tr><td><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>",
      "<table><tr><td>ab</td></tr></table>",
    ],
    [
      "a second body of a table is one too",
      "<table><tbody><tr><td>a</td></tr></tbody><tbody><tr><td>b</td></tr></tbody></table>",
      "<table><tbody><tr><td>a</td></tr></tbody><tbody><tr><td>b</td></tr></tbody></table>",
    ],
  ])("%s", (_what, html, expected) => {
    expect(cleanHtml(html)).toBe(expected);
  });
});

describe("attributes", () => {
  test.each([
    [
      "names in any case, values in any quotes",
      `<OL START='3'></OL><img SRC=/a.png Alt="b">`,
      '<ol start="3"></ol><img src="/a.png" alt="b" />',
    ],
    [
      "numbers: whole ones of at most nine digits",
      '<ol start="-2"></ol><ol start="1.5"></ol><ol start="1234567890"></ol><ol start="1e3"></ol>',
      '<ol start="-2"></ol><ol></ol><ol></ol><ol></ol>',
    ],
    [
      "spans: 1 to 99",
      '<table><tr><td colspan="0" rowspan="99">a</td><th colspan="-1" rowspan="100">b</th></tr></table>',
      '<table><tr><td rowspan="99">a</td><th>b</th></tr></table>',
    ],
    [
      "layout: each class once, on lines alone",
      '<p class="indent-2 x\tindent-2">a</p><blockquote class="indent-2">b</blockquote><h2 class="indent-9">c</h2>',
      '<p class="indent-2">a</p><blockquote>b</blockquote><h2>c</h2>',
    ],
    [
      "text: its line breaks are one sign",
      '<img src="/a.png" alt="a&#13;b\r\nc&quot;<d>">',
      '<img src="/a.png" alt="a\nb\nc&quot;&lt;d&gt;" />',
    ],
    ["the first of two with the same name", '<a href="/a" href="/b">c</a>', '<a href="/a">c</a>'],
    ["none of an element that has them elsewhere", '<p start="1" src="/a.png" href="/b">c</p>', "<p>c</p>"],
    [
      "no names that every object has",
      '<p constructor="a" __proto__="b" toString="c">d</p><constructor>e</constructor>',
      "<p>d</p>e",
    ],
  ])("%s", (_what, html, expected) => {
    expect(cleanHtml(html)).toBe(expected);
  });
});

describe("a toggle", () => {
  test.each([
    [
      "has its title first, as browsers show it",
      "<details>a<summary>b</summary>c</details>",
      "<details><summary>b</summary>ac</details>",
    ],
    [
      "has one title: others are lines",
      "<details>\n<summary>a</summary><summary>b</summary></details>",
      "<details>\n<summary>a</summary><p>b</p></details>",
    ],
    [
      "has a title even where none was given",
      "<details open><p>a</p></details>",
      "<details><summary></summary><p>a</p></details>",
    ],
    [
      "has a title of one line, whatever is in it",
      '<details><summary><h3>a</h3><strong><ul><li>b</li></ul><img src="/c.png" /></strong></summary>d</details>',
      "<details><summary>a<strong>b </strong></summary>d</details>",
    ],
    ["is needed for a title", "<summary>a</summary><ul><summary>b</summary></ul>", "a<ul>b</ul>"],
    [
      "keeps nothing that scripts could use",
      '<details ontoggle="x()" name="y" open><summary onclick="x()" style="z">a</summary><script>b</script></details>',
      "<details><summary>a</summary></details>",
    ],
  ])("%s", (_what, html, expected) => {
    expect(cleanHtml(html)).toBe(expected);
    expect(cleanHtml(expected)).toBe(expected);
  });
});

test("characters written as references are the same text, and adjacent texts are merged", () => {
  expect(parseContent("a&lt;&#98;&#x63;&nbsp;<font>d</font>&copy;").nodes).toEqual(["a<bc\u00a0d©"]);
  expect(parseContent("a<script>b</script>c<!-- d -->e").nodes).toEqual(["ace"]);
});

describe("the limit of one mebibyte", () => {
  const isTaken = (html: string) => {
    try {
      return parseContent(html).nodes.length > 0;
    } catch {
      return false;
    }
  };
  const picture = (length: number, end = '">') => `<img src="data:image/png;base64,${"A".repeat(length)}${end}`;
  const frame = picture(0).length;

  test("counts bytes, not characters", () => {
    expect(isTaken("x".repeat(MAX_CONTENT_BYTES))).toBe(true);
    expect(isTaken("x".repeat(MAX_CONTENT_BYTES + 1))).toBe(false);
    expect(isTaken("é".repeat(MAX_CONTENT_BYTES / 2 + 1))).toBe(false);
  });

  test("excludes the data of pictures, but not what surrounds it", () => {
    const room = MAX_CONTENT_BYTES - 2 * frame;
    expect(isTaken(picture(2_000_000) + "x".repeat(room) + picture(3_000_000))).toBe(true);
    expect(isTaken(picture(2_000_000) + "x".repeat(room + 1) + picture(3_000_000))).toBe(false);
  });

  test("includes what only looks like a picture's data and is short", () => {
    const short = ";base64,AAAA";
    expect(isTaken(short.repeat(MAX_CONTENT_BYTES / short.length + 1))).toBe(false);
    expect(isTaken(`;base64,${"A ".repeat(MAX_CONTENT_BYTES / 2)}`)).toBe(false);
  });

  test("is reported with the field that is too long", () => {
    expect(() => parseContent("x".repeat(MAX_CONTENT_BYTES + 1))).toThrow(
      expect.objectContaining({ errors: { content: "Content must have at most 1 MiB, not counting pictures." } }),
    );
  });
});
