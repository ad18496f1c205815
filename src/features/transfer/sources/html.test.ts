import { describe, expect, it } from "vitest";
import { parseContent } from "#features/content/parse.ts";
import { contentHtml } from "#features/content/serialize.ts";
import { convertHtml } from "./html.ts";

const card = (address: string) => `<aside class="card"><p><a href="${address}">${address}</a></p></aside>`;
const IMG = '<img src="/a.jpg" alt="">';

describe("HTML of sources", () => {
  it.each([
    [
      "makes paragraphs of text between blocks",
      "<div>One<div>Two</div></div>three",
      "<p>One</p><p>Two</p><p>three</p>",
    ],
    [
      "writes deeper headings and other marks",
      "<h5>A</h5><p><kbd>x</kbd> <del>y</del></p>",
      "<h3>A</h3><p><code>x</code> <s>y</s></p>",
    ],
    [
      "moves marks into the blocks in them",
      '<a href="/x"><div>A</div><h2>B</h2></a>',
      '<p><a href="/x">A</a></p><h2><a href="/x">B</a></h2>',
    ],
    [
      "keeps the layout of lines",
      '<p style="text-align: center">A</p><p align="right">B</p>',
      '<p class="align-center">A</p><p class="align-right">B</p>',
    ],
    [
      "reads marks of styles",
      '<p><span style="font-style:italic;text-decoration: underline">A</span></p>',
      "<p><u><em>A</em></u></p>",
    ],
    [
      "takes frames out of paragraphs",
      '<p>A<iframe src="//player.vimeo.com/video/123456"></iframe>B</p>',
      `<p>A</p>${card("https://vimeo.com/123456")}<p>B</p>`,
    ],
    ["leaves out empty paragraphs", "<p>&nbsp;</p><p><br></p><p>A</p>", "<p>A</p>"],
    [
      "shows code with its language",
      '<pre class="lang-js"><code><span>a &lt; b</span><br>c</code></pre>',
      '<pre><code class="language-js">a &lt; b\nc</code></pre>',
    ],
    [
      "reads pictures that a script loads",
      '<img src="data:image/gif;base64,R0" data-src="/a.jpg" alt="A"><noscript><img src="/a.jpg"></noscript>',
      '<p><img src="/a.jpg" alt="A"></p>',
    ],
    [
      "takes the largest picture of a set",
      '<img srcset="/s.jpg 300w, /l.jpg 900w">',
      '<p><img src="/l.jpg" alt=""></p>',
    ],
    [
      "leaves out dots that count readers",
      '<p>A<img src="https://x.example/p.gif" width="1" height="1"></p>',
      "<p>A</p>",
    ],
    ["writes emoji as text", '<p>A <img class="emoji" alt="🙂" src="/1.svg"></p>', "<p>A 🙂</p>"],
    [
      "unwraps figures of pictures",
      `<figure class="alignwide"><div><a href="/a.jpg">${IMG}</a></div><figcaption>C</figcaption></figure>`,
      '<figure><img src="/a.jpg" alt="" class="wide"><figcaption>C</figcaption></figure>',
    ],
    [
      "makes galleries",
      `<figure><figure>${IMG}<figcaption>1</figcaption></figure><figure>${IMG}</figure></figure>`,
      `<div class="gallery"><figure>${IMG}<figcaption>1</figcaption></figure><figure>${IMG}</figure></div>`,
    ],
    [
      "keeps credits of pictures",
      `<figure>${IMG}<small>Ann</small><figcaption>C</figcaption></figure>`,
      '<figure><img src="/a.jpg" alt=""><small>Ann</small><figcaption>C</figcaption></figure>',
    ],
    [
      "unwraps figures of anything else",
      "<figure><table><tr><td>A</td></tr></table><figcaption>C</figcaption></figure>",
      "<table><tr><td>A</td></tr></table><p>C</p>",
    ],
  ])("%s", (_title, html, expected) => {
    expect(convertHtml(html)).toMatchObject({ html: expected });
  });

  it.each([
    ['<iframe src="https://www.youtube.com/embed/abc_1?rel=0"></iframe>', "https://www.youtube.com/watch?v=abc_1"],
    ['<iframe src="https://open.spotify.com/embed/track/1"></iframe>', "https://open.spotify.com/track/1"],
    ['<iframe src="https://news.example/post/embed/#?secret=1"></iframe>', "https://news.example/post/"],
    ['<iframe src="https://maps.example/?q=1"></iframe>', "https://maps.example/?q=1"],
    [
      '<blockquote class="twitter-tweet"><p>Words</p>— A <a href="https://twitter.com/a/status/1?ref_src=x">May</a></blockquote><script src="https://platform.twitter.com/widgets.js"></script>',
      "https://twitter.com/a/status/1",
    ],
    [
      '<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/p/A/?utm_source=x"></blockquote>',
      "https://www.instagram.com/p/A/",
    ],
    ['<script src="https://gist.github.com/u/1f.js"></script>', "https://gist.github.com/u/1f"],
    ['<object><embed src="https://www.youtube.com/embed/abc"></object>', "https://www.youtube.com/watch?v=abc"],
  ])("makes a link card of an embed: %s", (html, address) => {
    const { html: made, findings } = convertHtml(html);
    expect(made).toBe(card(address));
    expect(findings).toEqual([{ level: "info", message: expect.stringContaining("became a link card") }]);
  });

  it.each([
    [
      '<video><source src="/a.mp4"></video>',
      '<aside class="file"><p><a href="/a.mp4">a.mp4</a></p><p>Video</p></aside>',
      "Video became a link to its file, which is not copied: /a.mp4",
    ],
    ['<audio src="blob:1"></audio>', "", "Audio without an address was left out."],
    ["<form><label>Email <input></label><button>Join</button></form>", "", "A form was left out (“Email Join”)."],
    ["<script>alert(1)</script>", "", "A script was left out."],
    ['<script src="https://x.example/a.js"></script>', "", "A script was left out: https://x.example/a.js."],
    ["<svg><text>A</text></svg>", "", "A drawing (SVG) was left out."],
    ['<iframe src="about:blank"></iframe>', "", "A frame without a public address was left out."],
    [
      `<figure><a href="https://x.example/">${IMG}</a></figure>`,
      `<figure>${IMG}</figure>`,
      "The link of a picture was left out: https://x.example/",
    ],
  ])("names what it changes: %s", (html, made, message) => {
    expect(convertHtml(html)).toEqual({ html: made, findings: [{ level: expect.any(String), message }] });
  });

  it("puts the rows of a table's header, bodies and footer into one body", () => {
    const row = (cell: string) => `<tr><td>${cell}</td></tr>`;
    const { html } = convertHtml(
      `<table><caption>T</caption><thead>${row("a")}</thead><tbody>${row("b")}</tbody>${row("c")}<tfoot>${row("d")}</tfoot></table>`,
    );
    expect(html).toBe(`<table><p>T</p><tbody>${["a", "b", "c", "d"].map(row).join("")}</tbody></table>`);
  });

  it("leaves content of the content model as it is", () => {
    const blocks = [
      '<p class="align-center" dir="rtl">A <strong>b</strong> <em>c</em> <u>d</u> <s>e</s> <code>f</code> <sub>g</sub><sup>h</sup><br>i</p>',
      '<h2 class="indent-2">A</h2><h1>B</h1><blockquote><p>C</p></blockquote><hr>',
      '<ul><li>A<ul><li>B</li></ul></li></ul><ol start="3"><li><p>A</p><p>B</p></li></ol>',
      '<p class="button"><a href="https://x.example/">Go</a></p>',
      '<aside class="file"><p><a href="/a.pdf">A</a></p><p>PDF</p></aside>',
      '<aside class="card-video"><p><a href="https://youtu.be/a">A</a></p></aside>',
      '<aside class="key-points"><ul><li>A</li></ul></aside><aside class="pull-quote"><p>A</p></aside>',
      "<details><summary>S <em>s</em></summary><p>A</p></details>",
      '<pre><code class="language-js">a &lt; b\n</code></pre>',
      '<figure><img src="/a.jpg" alt="A" title="T" width="3" height="2" class="wide"><small>Credit</small><figcaption>C <em>c</em></figcaption></figure>',
      '<div class="gallery"><figure><img src="/a.jpg" alt=""></figure><figure><img src="/b.jpg" alt=""><small>B</small></figure></div>',
      '<table><tbody><tr><th colspan="2">A</th></tr><tr><td>1</td><td><p>2</p><p>3</p></td></tr></tbody></table>',
      '<p>A<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><section class="footnotes"><ol><li id="fn-1"><p>N <a href="#fnref-1">↩</a></p></li></ol></section>',
    ];
    const clean = (html: string) => contentHtml(parseContent(html).nodes).html;
    for (const html of blocks) {
      const { html: made, findings } = convertHtml(html);
      expect([clean(made), findings]).toEqual([clean(html), []]);
    }
  });

  it("lets a source replace its own elements, within lines too", () => {
    const { html } = convertHtml(
      '<div class="x">A <b>B</b></div><p>C <span class="y">D</span></p>',
      (element, { inline }) =>
        element.attributes.class === "x"
          ? { html: `<h2>${inline(element.children)}</h2>` }
          : element.attributes.class === "y"
            ? { html: "<em>d</em>", isInline: true }
            : undefined,
    );
    expect(html).toBe("<h2>A <strong>B</strong></h2><p>C <em>d</em></p>");
  });

  it("leads links to headings by the ids that these have here", () => {
    const html =
      '<p><a href="#one">1</a> <a href="#two">2</a> <a href="#x">3</a></p><h2 id="one">The first!</h2><h4><a name="two"></a>The first!</h4>';
    expect(convertHtml(html).html).toBe(
      '<p><a href="#h-the-first">1</a> <a href="#h-the-first-2">2</a> <a href="#x">3</a></p><h2>The first!</h2><h3>The first!</h3>',
    );
  });

  it("takes linear time for deep, broken and long input, and yields what the content model accepts", () => {
    const started = performance.now();
    for (const html of [
      "<div>",
      "<b>",
      "<a href=x><div>",
      "<figure>",
      "<table><tr><td>",
      "<br> ",
      "<p>a",
      "<",
      "&nbsp; ",
    ]) {
      const { html: made } = convertHtml(html.repeat(20_000));
      expect(() => contentHtml(parseContent(made.slice(0, 900_000)).nodes)).not.toThrow();
    }
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it("leaves out the end of a text with too many open elements, and names it", () => {
    const started = performance.now();
    const { html, findings } = convertHtml(`<p>Beginning</p>${"<b><i>".repeat(200_000)}end`);
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(html).toContain("<p>Beginning</p>");
    expect(findings).toEqual([{ level: "warning", message: "It is nested too deeply: its end was left out." }]);
  });
});
