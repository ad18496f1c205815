import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentTree } from "#test/support/content-trees.ts";
import { SEED } from "#test/support/seed.ts";
import { exactMarkdown, readBack } from "./exact-markdown.ts";
import { parseContent } from "./parse.ts";
import { contentHtml } from "./serialize.ts";

const FOOTNOTE =
  '<section class="footnotes"><ol><li id="fn-1"><p>Note. <a href="#fnref-1">↩</a></p></li></ol></section>';

describe("a text as Markdown from which it can be read again", () => {
  test.each([
    [
      "<p>A <strong>bold</strong> and <em>fine</em> word, <u>lined</u>, H<sub>2</sub>O.</p>",
      "A **bold** and *fine* word, <u>lined</u>, H<sub>2</sub>O.",
    ],
    [
      "<h2>Why</h2><p>One.<br />Two.</p><hr /><blockquote><p>Said.</p></blockquote>",
      "## Why\n\nOne.\\\nTwo.\n\n---\n\n> Said.",
    ],
    [
      '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul><ol start="3"><li><p>x</p></li></ol>',
      "- a\n\n  - b\n- c\n\n3. x",
    ],
    [
      "<p>See https://a.example, www.b.example, a@c.example and {{&lt; code &gt;}}.</p>",
      "See https\\://a.example, www\\.b.example, a\\@c.example and {\\{\\< code \\>}}.",
    ],
    ['<pre><code class="language-ts">const a = 1;\n\nb();</code></pre>', "```ts\nconst a = 1;\n\nb();\n```"],
    ['<p><img src="../pictures/a.jpg" alt="A [b]" /></p>', "![A \\[b\\]](<../pictures/a.jpg>)"],
    ["<p>Not <s>gone</s>.</p>", "Not ~~gone~~."],
    ["<table><tr><th>A</th></tr><tr><td>1</td></tr></table>", "| A |\n| --- |\n| 1 |"],
    ["<ul><li><p>a</p></li></ul><ul><li><p>b</p></li></ul>", "- a\n\n<ul><li><p>b</p></li></ul>"],
    ['<p class="align-center">In the middle.</p><p>Text.</p>', '<p class="align-center">In the middle.</p>\n\nText.'],
    [
      "<details><summary>More</summary><pre><code>a\n\nb</code></pre></details>",
      "<details><summary>More</summary><pre><code>a&#10;&#10;b</code></pre></details>",
    ],
    [
      `<p>Text<sup><a href="#fn-1" id="fnref-1">1</a></sup></p>${FOOTNOTE}`,
      `Text<sup><a href="#fn-1" id="fnref-1">1</a></sup>\n\n${FOOTNOTE}`,
    ],
  ])("writes %s", (html, text) => {
    expect(exactMarkdown(html, "article")).toEqual({ text, isExact: true });
  });

  test(`keeps all words of any text, and says if marks change (seed ${SEED})`, () => {
    const words = (html: string) => html.replace(/<[^>]*>/g, "").replace(/\s+/g, "");
    let exact = 0;
    fc.assert(
      fc.property(contentTree, (tree) => {
        const { html } = contentHtml(tree);
        const stored = contentHtml(parseContent(html).nodes).html;
        const { text, isExact } = exactMarkdown(html, "article");
        const read = contentHtml(readBack(text, "article")).html;
        exact += Number(isExact);
        expect(words(read)).toBe(words(stored));
      }),
      { seed: SEED, numRuns: 300 },
    );
    expect(exact).toBeGreaterThan(280);
  });
});
