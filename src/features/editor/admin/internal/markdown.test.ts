import { expect, test } from "vitest";
import { cleanPaste } from "./clean-paste.ts";

import { isMarkdown, loadMarkdown } from "./paste.ts";

const markdownHtml = await loadMarkdown();

test.each([
  ["a heading", "# Title\n\ntext"],
  ["a list", "Intro:\n\n- one\n- two"],
  ["a fence", "```js\nlet a;\n```"],
  ["a link", "see [the docs](https://example.com/a)"],
  ["marks", "this is **bold** and `code`"],
  ["a table", "| a | b |\n|---|---|\n| 1 | 2 |"],
  ["a quote of two lines", "> one\n> two"],
  ["a long list", "- an item of some length\n".repeat(400)],
  ["much code", `\`\`\`js\n${"let a = 1;\n".repeat(800)}\`\`\``],
])("%s is Markdown", (_what, text) => {
  expect(isMarkdown(text)).toBe(true);
});

test.each([
  ["prose", "Prices fell - again. It is #1 of 3.5 * 2, or so (they say) [sic]."],
  ["one line that begins with a dash", "- Amina Otieno\nNairobi"],
  ["stars alone", "** 5 ** stars"],
  ["names with signs", "snake_case_name and __init__ or 2*3*4"],
  ["a hashtag", "#bitcoin\n#eth"],
  ["an address", "https://example.com/a_b_(c)"],
  ["what would take long to read", `# a\n\n${"_a".repeat(60_000)}`],
])("%s is not", (_what, text) => {
  expect(isMarkdown(text)).toBe(false);
});

test("Markdown becomes what articles can contain", () => {
  const text =
    "# A\n\nb **c** *d* ~~e~~ `f` [g](https://x.example/)\n\n- h\n  - i\n\n3. j\n\n> k\n\n```ts\nl < m\n```\n\n---\n\n| n | o |\n|---|---|\n| p | q |\n";
  expect(cleanPaste(markdownHtml(text)).replaceAll("\n", "")).toBe(
    "<h1>A</h1><p>b <strong>c</strong> <em>d</em> <s>e</s> <code>f</code> " +
      '<a href="https://x.example/">g</a></p><ul><li>h<ul><li>i</li></ul></li></ul><ol start="3"><li>j</li></ol>' +
      '<blockquote><p>k</p></blockquote><pre><code class="language-typescript">l &lt; m</code></pre><hr>' +
      "<table><tbody><tr><th><p>n</p></th><th><p>o</p></th></tr><tr><td><p>p</p></td><td><p>q</p></td></tr></tbody></table>",
  );
});

test("elements in Markdown are text, and addresses are judged like any pasted ones", () => {
  const made = cleanPaste(
    markdownHtml(
      "a <img src=x onerror=alert(1)> [b](javascript:alert(1)) ![c](data:text/html,x)\n\n<script>d</script>",
    ),
  );
  expect(made).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(made).toContain("&lt;script&gt;d&lt;/script&gt;");
  expect(made).not.toMatch(/<(a|img|script)/);
});
