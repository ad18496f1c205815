import { expect, test } from "vitest";
import { expectLinear } from "#test/support/growth.ts";
import { cleanPaste, hasPastedText } from "./clean-paste.ts";

test("a cleaned paste contains nothing that a browser could fetch, run or report", () => {
  const html =
    '<p style="color:red" onclick="x()">a</p><img src=x onerror="x()"><style>p{}</style><script>x()</script>' +
    '<a href="javascript:x">b</a><iframe src="https://x.example/"></iframe><svg onload="x()"></svg><constructor>c</constructor>';
  expect(cleanPaste(html)).toBe("<p>a</p>bc");
});

test("styles become marks, whatever their quotes and case", () => {
  expect(cleanPaste(`<SPAN STYLE='Font-Weight: 700'>a</SPAN><span style=font-style:italic>b</span>`)).toBe(
    "<strong>a</strong><em>b</em>",
  );
  expect(cleanPaste('<b style="font-weight:normal"><i>a</i></b><b>b</b><cite>c</cite><del>d</del>')).toBe(
    "<em>a</em><strong>b</strong><em>c</em><s>d</s>",
  );
});

test("words copied from this editor are as they look with its suggestions", () => {
  const copied =
    '<p data-pm-slice="1 1 []">a<ins data-suggestion="aaaaaaaa">b</ins><del data-suggestion="aaaaaaaa">c</del></p>';
  expect(cleanPaste(copied)).toBe('<p data-pm-slice="1 1 []">ab</p>');
});

test("tracking pixels are dropped", () => {
  for (const size of ['width="1"', 'height=" 0px "', 'style="width:1px"', 'style="display:none"'])
    expect(cleanPaste(`<p>a</p><img src="https://x.example/p.gif" ${size}>`)).toBe("<p>a</p>");
  expect(cleanPaste('<img src="https://x.example/p.png" width="10" alt=\'a "b"\'>')).toBe(
    '<img src="https://x.example/p.png" alt="a &quot;b&quot;">',
  );
});

test("a paste without text keeps its pictures", () => {
  expect(hasPastedText('<meta charset="utf-8"><style>p { }</style><img src="https://x.example/a.png">')).toBe(false);
  expect(hasPastedText("<p> a </p>")).toBe(true);
});

test.each(["<div>", "<b>", "<p>x", "<img alt='  ", "<span style='a:b'>x</span>", "< ", "x<br>"])(
  "a long or deeply nested paste of %s is cleaned in time that is in proportion to it",
  (piece) => expectLinear((size) => piece.repeat(30_000 * size), cleanPaste),
);

test("a figure keeps its caption, a table its cells; layout tables become lines", () => {
  expect(
    cleanPaste(
      '<figure><a href="https://x.example/"><img src="https://x.example/a.png" alt="A"></a><figcaption>Said <i>so</i><cite> Amina</cite></figcaption></figure>',
    ),
  ).toBe(
    '<figure><img src="https://x.example/a.png" alt="A"><small>Amina</small><figcaption>Said <em>so</em></figcaption></figure>',
  );
  expect(
    cleanPaste("<table><thead><tr><th>a<th>b</tr></thead><tr><td colspan=2><ul><li>c</li></ul></td></tr></table>"),
  ).toBe(
    '<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td colspan="2"><p>c</p></td></tr></tbody></table>',
  );
  expect(cleanPaste("<table><tr><td><p>a</p></td></tr><tr><td>b</td></tr></table>")).not.toContain("table");
});

test("a toggle keeps its title, in one line, and what is below it", () => {
  expect(
    cleanPaste("<details open><summary><h3>a <b>b</b></h3></summary><p>c</p>d<details><p>e</p></details></details>"),
  ).toBe("<details><summary>a b</summary><p>c</p>d<details><summary></summary><p>e</p></details></details>");
});

test("code keeps its language, wherever a site names it", () => {
  for (const html of [
    '<pre><code class="hljs language-js">a</code></pre>',
    '<pre class="language-javascript"><code>a</code></pre>',
    '<pre class="lang-js">a</pre>',
  ])
    expect(cleanPaste(html)).toBe('<pre><code class="language-javascript">a</code></pre>');
  expect(cleanPaste('<pre class="highlight"><code class="wrap">a</code></pre>')).toBe("<pre>a</pre>");
});

test("what this editor copied comes back whole; the same classes of another site mean nothing", () => {
  const blocks =
    '<aside class="callout-tip"><p>a</p></aside><div class="gallery"><figure><img src="/a.png" alt=""><small></small><figcaption>b</figcaption></figure></div>';
  const own = (html: string) => cleanPaste(html.replace(">", ' data-pm-slice="0 0 []">'));
  expect(own(blocks).replace(' data-pm-slice="0 0 []"', "")).toBe(blocks);
  const note = '<p>c<sup data-footnote="&lt;em&gt;d&lt;/em&gt;"></sup></p>';
  expect(own(note).replace(' data-pm-slice="0 0 []"', "")).toBe(note);
  expect(cleanPaste('<aside class="callout-tip"><p>a</p></aside>')).toBe("<div><p>a</p></div>");
  expect(cleanPaste(note)).toBe("<p>c</p>");
});
