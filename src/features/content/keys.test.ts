import { describe, expect, test } from "vitest";
import { blockKey, wholeBlocks } from "./keys.ts";
import { mergedContent } from "./merge.ts";
import { topLevelBlocks } from "./rules.ts";

const keys = (html: string) => wholeBlocks(topLevelBlocks(html)).map(blockKey);

describe("blocks that are written in another way", () => {
  test.each([
    ["line breaks between blocks", "\n<p>a</p>\n\n<h2>b</h2>\n", "<p>a</p><h2>b</h2>"],
    ["line breaks within text", "<p>\n  one\n  two </p>", "<p>one two</p>"],
    ["spaces around marks", "<p> a <em> b </em></p>", "<p>a <em>b </em></p>"],
    ["spaces around a line break", "<p>a <br />\nb</p>", "<p>a<br />b</p>"],
    [
      "an indented list",
      "<ul>\n  <li>a</li>\n  <li><p>b</p></li>\n</ul>",
      "<ul><li><p>a</p></li><li><p>b</p></li></ul>",
    ],
    [
      "a list in a list",
      "<ul><li>a\n<ul><li>b</li></ul></li></ul>",
      "<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>",
    ],
    ["a table", "<table><tr>\n<td>a</td>\n</tr></table>", "<table><tbody><tr><td><p>a</p></td></tr></tbody></table>"],
    ["a quote", "<blockquote>a</blockquote>", "<blockquote><p>a</p></blockquote>"],
    ["loose text", "a <b>b</b> c<p>d</p>", "<p>a <strong>b</strong> c</p><p>d</p>"],
    ["the order of attributes", '<img src="/a" alt="b" />', '<img alt="b" src="/a" />'],
  ])("have the same keys: %s", (_what, one, other) => {
    expect(keys(one)).toEqual(keys(other));
  });

  test.each([
    ["another word", "<p>a b</p>", "<p>ab</p>"],
    ["space in code", "<pre><code>a\n  b</code></pre>", "<pre><code>a\nb</code></pre>"],
    ["a space that is kept", "<p>a&nbsp;b</p>", "<p>a b</p>"],
    ["an empty line", "<blockquote><p>a</p><p></p></blockquote>", "<blockquote><p>a</p></blockquote>"],
    ["two paragraphs of a list item", "<ul><li><p>a</p><p>b</p></li></ul>", "<ul><li>a b</li></ul>"],
    ["a mark", "<p>a</p>", "<p><em>a</em></p>"],
    ["an address", '<p><a href="/a">a</a></p>', '<p><a href="/b">a</a></p>'],
  ])("have other keys if they differ in %s", (_what, one, other) => {
    expect(keys(one)).not.toEqual(keys(other));
  });

  test("are joined to the content again, white space included", () => {
    const html = "\n<p>a</p>\n \nloose <em>text</em> <p>b</p>\n";
    expect(wholeBlocks(topLevelBlocks(html))).toEqual(["\n<p>a</p>", "\n \nloose <em>text</em> ", "<p>b</p>\n"]);
    expect(wholeBlocks([" "])).toEqual([" "]);
  });
});

describe("changes of content that was not written in the editor", () => {
  const STORED = "<p>One\nline</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<p>Two</p>\n<p>Three</p>\n<p></p>\n";
  const editor = (...lines: [string, string, string]) =>
    `<p>${lines[0]}</p><ul><li><p>a</p></li><li><p>b</p></li></ul><p>${lines[1]}</p><p>${lines[2]}</p>`;

  test("merge where they change different paragraphs, neighbouring ones too", () => {
    expect(mergedContent(STORED, editor("Mine", "Two", "Three"), editor("One line", "Two", "Theirs"))).toBe(
      editor("Mine", "Two", "Theirs"),
    );
    expect(mergedContent(STORED, editor("One line", "Mine", "Three"), editor("One line", "Two", "Theirs"))).toBe(
      editor("One line", "Mine", "Theirs"),
    );
  });

  test("merge with what a client has written as it was stored", () => {
    const theirs = STORED.replace("Three", "Theirs");
    const merged = mergedContent(STORED, editor("Mine", "Two", "Three"), theirs);
    expect(keys(merged ?? "")).toEqual(keys(editor("Mine", "Two", "Theirs")));
  });

  test("conflict where both change one paragraph", () => {
    expect(mergedContent(STORED, editor("Mine", "Two", "Three"), editor("Theirs", "Two", "Three"))).toBeUndefined();
  });
});
