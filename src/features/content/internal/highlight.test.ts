import { expect, test } from "vitest";
import { parseContent } from "../parse.ts";
import { pageHtml } from "../serialize.ts";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const block = (code: string, language: string) =>
  `<pre><code class="language-${language}">${escaped(code)}</code></pre>`;
const pageOf = (html: string, previewLength = 1_000_000) => pageHtml(parseContent(html).nodes, previewLength).html;
const unescaped = (html: string) => html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** What is coloured in code, as `kind:text`. */
function coloured(code: string, language: string): string[] {
  const html = pageOf(block(code, language));
  expect(unescaped(html.replace(/<[^>]*>/g, "")), "no character is lost").toBe(code);
  return [...html.matchAll(/<span class="hl-(\w)">([^<]*)<\/span>/g)].map(
    ([, kind, text]) => `${kind}:${unescaped(text ?? "").trim()}`,
  );
}

test.each([
  [
    "solidity",
    '// SPDX\ncontract Vault is Ownable {\n  uint256 public fee = 0x1f; /* wei\n*/ string n = "a\\"b";\n}',
    [
      "c:// SPDX",
      "k:contract",
      "n:Vault",
      "k:is",
      "k:uint256 public",
      "l:0x1f",
      "c:/* wei\n*/",
      "k:string",
      'l:"a\\"b"',
    ],
  ],
  ["rust", "fn first<'a>(x: &'a str) -> char { '\\n' }", ["k:fn", "n:first", "k:str", "k:char", "l:'\\n'"]],
  ["go", "func Add(a int) { s := `a\nb` }", ["k:func", "n:Add", "k:int", "l:`a\nb`"]],
  ["js", "const it = `don't` // \"it's\"", ["k:const", "l:`don't`", 'c:// "it\'s"']],
  ["typescript", "type Id = string | null;", ["k:type", "n:Id", "k:string", "l:null"]],
  [
    "python",
    "@cached\ndef f():\n  '''doc'''\n  return f'{1}' # x",
    ["k:@cached\ndef", "n:f", "l:'''doc'''", "k:return", "l:'{1}'", "c:# x"],
  ],
  ["json", '{"a": [1.5e3, true]}', ['l:"a"', "l:1.5e3", "l:true"]],
  ["bash", 'for a in $#; do echo "$a" # all\ndone', ["k:for", "k:in", "k:do echo", 'l:"$a"', "c:# all", "k:done"]],
  ["sql", "SELECT a FROM t WHERE b = 'x' -- y", ["k:SELECT", "k:FROM", "k:WHERE", "l:'x'", "c:-- y"]],
  ["html", `<!-- a --><a href="x>y">It's</a>`, ["c:<!-- a -->", "k:<a", 'l:"x>y"', "k:</a"]],
  ["diff", "--- a\n+new\n-old\n same", ["c:--- a", "a:+new", "r:-old"]],
  ["markdown", "# Title\na `b` c\n```\ncode\n```", ["n:# Title", "l:`b`", "l:```\ncode\n```"]],
])("colours the parts of %s", (language, code, parts) => {
  expect(coloured(code, language)).toEqual(parts);
});

test("code stays plain in an unknown language, without one, outside of a block, and with other elements in it", () => {
  expect(coloured("let a = 1", "zig")).toEqual([]);
  expect(coloured("let a = 1", "constructor")).toEqual([]);
  for (const html of [
    "<pre>let a = 1</pre>",
    "<pre><code>let a = 1</code></pre>",
    '<p><code class="language-js">let a = 1</code></p>',
    '<pre><code class="language-js">let <a href="/x">a</a> = 1</code></pre>',
  ])
    expect(pageOf(html)).not.toContain("hl-");
});

test("long code, and what comes after much code, stays plain", () => {
  const long = (length: number) => block("a = 1 ".repeat(length / 6 + 1).slice(0, length), "js");
  expect(pageOf(long(20_000))).toContain("hl-l");
  expect(pageOf(long(20_001))).not.toContain("hl-");
  expect(
    pageOf(long(20_000).repeat(4))
      .split("</pre>")
      .map((part) => part.includes("hl-")),
  ).toEqual([...[true, true, true, false, false]]);
});

test("a preview ends before code that does not fit, and hides all of it", () => {
  const html = pageOf(`<p>Start</p>${block("let a = 1 // two\n\n  let b", "js")}`, 13);
  expect(html).toMatch(/^<p>Start<span data-ellipsis>...<\/span><\/p><pre[^>]* data-rest>/);
  expect(html.match(/data-rest/g)).toHaveLength(1);
});

// One of each way in which code is read.
test.each(["python", "rust", "html", "markdown"])(
  "%s of any kind is read in time that grows with its length alone",
  (language) => {
    const seeds = [
      "a",
      "A\n",
      " ",
      "\n",
      "'",
      '"',
      "`",
      "/*",
      "//",
      "\\",
      "\\'",
      "'\\",
      "#",
      "<a",
      "<!--",
      "[a](",
      "0x",
      "1e+",
      "-",
      "@",
      "<a '",
      '"""',
      "a '",
    ];
    const start = process.cpuUsage();
    for (const seed of seeds) coloured(seed.repeat(20_000 / seed.length), language);
    // A hundredth of what quadratic patterns take.
    expect(process.cpuUsage(start).user).toBeLessThan(3_000_000);
  },
);
