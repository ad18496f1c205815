import { describe, expect, test } from "vitest";
import "#shared/messages/all.ts";
import { markdownOf } from "./markdown.ts";
import { parseContent } from "./parse.ts";

const SITE = "https://news.example";
const markdown = (html: string, language?: string) =>
  markdownOf(parseContent(html).nodes, { address: (href) => new URL(href, SITE).href, language });

test.each([
  ["paragraphs and headings below the title", "<h1>A</h1><p>b</p><p>c</p><h3>D</h3>", "## A\n\nb\n\nc\n\n#### D"],
  ["headings of a text without a title of its own", "<h2>A</h2><h3>B</h3>", "## A\n\n### B"],
  ["marks", "<p><strong>a</strong> <em>b </em>c <s>d</s> <u>e</u></p>", "**a** *b* c ~~d~~ e"],
  ["links", '<p><a href="/x (y)?a=1&amp;b=2">a [b]</a></p>', "[a \\[b\\]](<https://news.example/x%20(y)?a=1&b=2>)"],
  ["lines", "<p>a<br>b</p>", "a\\\nb"],
  ["lists in lists", "<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>", "- a\n\n  - b\n- c"],
  ["numbered lists", '<ol start="9"><li><p>a</p></li><li><p>b</p></li></ol>', "9. a\n10. b"],
  ["quotes", "<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"],
  ["callouts", '<aside class="callout-tip"><p>a</p></aside>', "> **Tip:**\n>\n> a"],
  ["code", '<pre><code class="language-bash">a ``` b\n*c*\n</code></pre>', "````bash\na ``` b\n*c*\n````"],
  ["code in lines", "<p>a <code>b`c</code></p>", "a ``b`c``"],
  ["rules", "<p>a</p><hr><p>b</p>", "a\n\n---\n\nb"],
  [
    "pictures with captions",
    '<figure><img src="/media/abcdefgh/16x9.jpg" alt="A [dot]"><small>Ann</small><figcaption>Seen</figcaption></figure>',
    "![A \\[dot\\]](<https://news.example/media/abcdefgh/16x9.jpg>)\n\n*Ann*\n\n*Seen*",
  ],
  [
    "tables",
    "<table><tr><th>A</th><th>B|C</th></tr><tr><td>1</td></tr></table>",
    "| A | B\\|C |\n| --- | --- |\n| 1 |  |",
  ],
  ["tables without a head", "<table><tr><td>1</td></tr></table>", "|  |\n| --- |\n| 1 |"],
])("writes %s", (_what, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

test("writes footnotes with their numbers, and no links back", () => {
  const html =
    '<p>a<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><section class="footnotes"><ol><li id="fn-1"><p>b <a href="#fnref-1">↩</a></p></li></ol></section>';
  expect(markdown(html)).toBe("a[^1]\n\n[^1]: b");
});

describe("text", () => {
  test.each([
    ["# a", "\\# a"],
    ["- a", "\\- a"],
    ["1. a", "1\\. a"],
    ["a. 1. - # b", "a. 1. - # b"],
    ["*a* _b_ `c` [d](e) <f> ~g~ \\", "\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\<f\\> \\~g\\~ \\\\"],
    ["a &amp;amp; b & c", "a \\&amp; b & c"],
  ])("%j stays text", (text, expected) => {
    const html = text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    expect(markdown(`<p>${html}</p>`)).toBe(expected);
  });

  test("is written in linear time", () => {
    const text = "`*_[<#&\n1. ".repeat(20_000);
    const html = `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p><pre>${"`".repeat(100_000)}</pre>`;
    const start = performance.now();
    markdown(html);
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});
