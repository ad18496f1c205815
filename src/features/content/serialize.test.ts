import fc from "fast-check";
import sanitizeHtml from "sanitize-html";
import { describe, expect, it } from "vitest";
import { contentTree } from "#test/support/content-trees.ts";
import { SEED } from "#test/support/seed.ts";
import type { ContentNode } from "./model.ts";
import { parseContent } from "./parse.ts";
import { contentHtml, pageHtml, sponsoredLinks } from "./serialize.ts";

const dress = (html: string) => pageHtml(parseContent(html).nodes, 1_000_000).html;
const preview = (html: string, length: number) => pageHtml(parseContent(html).nodes, length);
/** The text of an HTML fragment, as parsed by an independent engine. */
const textOf = (html: string) =>
  sanitizeHtml(html, { allowedTags: [] }).replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

const KEEP_ALL: sanitizeHtml.IOptions = {
  allowedTags: false,
  allowVulnerableTags: true,
  allowedAttributes: false,
  allowedSchemes: ["http", "https"],
  parseStyleAttributes: false,
};

/** Reserialised by an independent engine: equal to the input only if the input is well-formed. */
const parsed = (html: string) => sanitizeHtml(html, KEEP_ALL);

/** What a reader sees while the rest is hidden. */
const visible = (html: string) =>
  textOf(sanitizeHtml(html, { ...KEEP_ALL, exclusiveFilter: (frame) => "data-rest" in frame.attribs }));

/** The content with all markers removed. */
const unmarked = (html: string) =>
  html
    .replace(/<span data-ellipsis>\.\.\.<\/span>/g, "")
    .replace(/<span data-rest>([^<]*)<\/span>/g, "$1")
    .replaceAll(" data-rest", "");

const words = fc.stringMatching(/^[A-Za-z.3 é🦊]{1,40}$/u);
const text = fc.oneof(words, fc.constantFrom("a &amp; b", "&lt;p&gt;", "x &quot;y&quot;. "));
const { inline } = fc.letrec<{ inline: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom("<br />", '<img src="/a.png" alt="a &gt; b" />'),
    fc
      .tuple(fc.constantFrom("em", "strong", "code"), fc.array(tie("inline"), { minLength: 1, maxLength: 3 }))
      .map(([tag, children]) => `<${tag}>${children.join("")}</${tag}>`),
  ),
}));
const inlines = fc.array(inline, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
const paragraph = inlines.map((children) => `<p>${children}</p>`);
const block = fc.oneof(
  paragraph,
  inlines.map((children) => `<h2>${children}</h2>`),
  fc.array(paragraph, { minLength: 1, maxLength: 3 }).map((items) => `<ul><li>${items.join("</li>\n<li>")}</li></ul>`),
  fc.array(paragraph, { minLength: 1, maxLength: 2 }).map((items) => `<blockquote>${items.join("")}</blockquote>`),
);
const content = fc.array(block, { minLength: 1, maxLength: 6 }).map((blocks) => parsed(blocks.join("\n")));

describe("a very tall picture", () => {
  it("scrolls in a frame that the keyboard reaches; others, and those in a gallery, do not", () => {
    const FRAME = '<picture class="tall" tabindex="0">';
    expect(dress('<img src="/media/abcdefgh/584x8764.jpg" />')).toContain(FRAME);
    expect(dress('<img src="/media/abcdefgh/1000x1500.jpg" />')).not.toContain("tall");
    const figure = '<figure><img src="/media/abcdefgh/584x8764.jpg" /></figure>';
    expect(dress(`<div class="gallery">${figure}${figure}</div>`)).not.toContain("tall");
  });
});

describe("a picture wider than the text", () => {
  const picture = (width: string, size = "1600x900") => `<img src="/media/abcdefgh/${size}.jpg" class="${width}" />`;
  const sizesIn = (html: string) => [...dress(html).matchAll(/sizes="([^"]*)"/g)].map(([, sizes]) => sizes);

  it("says so on its outermost element, and is asked for in that width", () => {
    expect(dress(picture("wide"))).toMatch(/^<picture class="wide">.*<img src="[^"]*" alt=""[^>]*><\/picture>$/);
    expect(dress(`<figure>${picture("full")}<figcaption>a</figcaption></figure>`)).toMatch(
      /^<figure class="full"><picture>.*<figcaption>a<\/figcaption><\/figure>$/,
    );
    expect(dress('<img src="/a.png" class="full" />')).toMatch(/^<img [^>]* class="full">$/);
    expect(sizesIn(picture("wide"))[0]).toMatch(/^\(min-width: 1024px\) 736px, /);
    expect(sizesIn(picture("full") + picture("wide")).at(-1)).toMatch(/^\(min-width: 1024px\) 992px, /);
    expect(sizesIn(picture("full"))[0]).toMatch(/100vw$/);
    expect(sizesIn(picture("full", "900x600"))[0]).toBe("min(900px, 100vw)");
  });

  it("has the width of the text inside other blocks, and where it is very tall", () => {
    const figure = `<figure>${picture("wide")}</figure>`;
    for (const html of [
      `<blockquote>${picture("full")}</blockquote>`,
      `<div class="gallery">${figure}${figure}</div>`,
      picture("full", "584x8764"),
    ])
      expect(dress(html)).not.toMatch(/class="(?:wide|full)"|100vw"/);
  });
});

describe("the preview", () => {
  it("leaves short content untouched", () => {
    expect(preview("<p>Short.</p>", 500)).toEqual({ html: "<p>Short.</p>", hasRest: false });
  });

  it("marks the rest inside every element that the cut passes through", () => {
    const html = "<p>one <em>two. three</em> four <b>five</b></p>\n<ul><li>six</li></ul>";
    expect(preview(html, 9).html).toBe(
      "<p>one <em>two<span data-ellipsis>...</span><span data-rest>. three</span></em>" +
        "<span data-rest> four </span><b data-rest>five</b></p>\n<ul data-rest><li>six</li></ul>",
    );
  });

  it("never cuts through a character reference", () => {
    expect(preview("<p>ab&amp;cdef</p>", 3).html).toBe(
      "<p>ab&amp;<span data-ellipsis>...</span><span data-rest>cdef</span></p>",
    );
  });

  it("ends in the block of the last full stop if that is in code", () => {
    expect(preview("<p><code>one.twelveeee.</code> a</p>\n<h2>four five</h2>", 18).html).toContain(
      "</code> a<span data-ellipsis>...</span></p>",
    );
  });

  it("hides a picture after the cut together with its frame", () => {
    expect(preview('<p>aaaa bbbb</p><img src="/media/abcdefgh/40x30.jpg" alt />', 4).html).toContain(
      "<picture data-rest><source",
    );
  });

  it(`for any content: well-formed, the preview visible, nothing lost (seed ${SEED})`, () => {
    fc.assert(
      fc.property(content, fc.integer({ min: 5, max: 120 }), (html, length) => {
        const marked = preview(html, length);
        const whole = textOf(html);
        if (whole.length <= length) expect(marked.hasRest).toBe(false);
        const canonical = parsed(marked.html);
        expect(unmarked(canonical)).toBe(parsed(dress(html)));
        if (!marked.hasRest) return;
        const seen = visible(marked.html).replace(/\s*$/, "");
        expect(seen.endsWith("...")).toBe(true);
        expect(whole.startsWith(seen.slice(0, -3).trimEnd())).toBe(true);
        const startsWhole =
          html.split(/<(?:h2|ul)/).length > 1 && textOf(html.split(/<(?:h2|ul)/)[0] ?? "").trim() === "";
        if (!startsWhole) expect(seen.replaceAll("\n", "").length).toBeLessThanOrEqual(length + 3);
        expect(marked.html).not.toMatch(/<(h\d|ul)\b(?:(?!<\/\1>).)*<span data-ellipsis>/s);
      }),
      { seed: SEED },
    );
  });

  it(`marks the rest of anything, and puts no span where HTML has no place for one (seed ${SEED})`, () => {
    fc.assert(
      fc.property(contentTree, fc.integer({ min: 1, max: 40 }), (nodes, length) => {
        const whole = pageHtml(nodes, 1_000_000).html;
        const marked = pageHtml(nodes, length);
        expect(unmarked(marked.html)).toBe(whole);
        expect(marked.html.split("<span data-ellipsis>")).toHaveLength(marked.hasRest ? 2 : 1);
        expect(marked.html).not.toMatch(/<(ul|ol|table|tbody|tr|figure)[^>]*>(<\/?span|[^<]*<span)/);
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  const END = "<span data-ellipsis>...</span>";
  it.each([
    ["a table", "<p>aa.</p><table><tr><td>bbbbb</td></tr></table>", `<p>aa${END}`],
    ["a list", "<p>aa</p>\n<ul><li>bb</li><li>bbb</li></ul>", `<p>aa${END}</p>`],
    ["code", "<p>aa</p><pre><code>b b\nb</code></pre>", `<p>aa${END}</p>`],
    [
      "a figure",
      '<p>aa</p><figure><img src="/b.png" alt="" /><small>cccc</small></figure>',
      `<p>aa${END}</p><figure data-rest>`,
    ],
    ["a heading and what is below it", "<p>aa</p><h2>bb</h2><ol><li>cc</li></ol>", `<p>aa${END}</p>`],
    ["a toggle", "<p>aa</p><details><summary>bbb</summary><p>b</p></details>", `<p>aa${END}</p><details data-rest>`],
    ["a paragraph whose first word does not fit", "<p>aa</p><p>bbbbb b</p>", `<p>aa${END}</p><p data-rest>`],
    ["a piece of code in a line", "<p>aa <code>b.b bb</code></p>", `<p>aa ${END}<code data-rest>`],
    ["a heading that starts with a full stop", "<p>a</p>\n<h2>.bbbb</h2>", `<p>a${END}</p>`],
    ["a block inside a quote", "<blockquote><p>aa</p><ul><li>bbb</li></ul></blockquote><p>c</p>", `<p>aa${END}</p><ul`],
  ])("ends before %s", (_what, html, expected) => {
    expect(preview(html, 4).html).toContain(expected);
  });

  it.each([
    ["a table", "<table><tr><td>aaaaa</td><td></td></tr></table>"],
    ["a heading and a list", "<h2>a</h2><ul><li>aaaaa</li></ul>"],
  ])("shows %s that comes first completely", (_what, html) => {
    expect(preview(html, 4)).toEqual({ html: dress(html), hasRest: false });
    const { html: marked } = preview(`${html}<img src="/a.png"><p>b</p>`, 4);
    expect(marked).toContain(`${END}<img src="/a.png" alt="" loading="lazy" decoding="async" data-rest>`);
    expect(visible(marked)).toBe(`${textOf(html)}...`);
  });

  it("cuts between lines of a paragraph", () => {
    expect(preview("<p>aaaa<br />b</p><hr /><p>c</p>", 4).html).toBe(
      `<p>aaaa${END}<br data-rest><span data-rest>b</span></p><hr data-rest><p data-rest>c</p>`,
    );
  });
});

describe("readers' pages", () => {
  it("give a stored picture its size, formats and widths", () => {
    const html = dress('<p>a</p><img src="/media/abcdefgh/800x600.jpg" alt="A drawing" />');
    expect(html).toContain('<source type="image/avif" srcset="/media/abcdefgh/160.avif 160w, ');
    expect(html).toContain('/media/abcdefgh/800.webp 800w" sizes="(min-width: 720px) 680px, calc(100vw - 40px)"');
    expect(html).toContain(
      '<img src="/media/abcdefgh/800x600.jpg" alt="A drawing" width="800" height="600" loading="lazy" decoding="async"></picture>',
    );
  });

  it("never show a stored picture larger than it is", () => {
    const html = dress('<img src="/media/abcdefgh/300x200.jpg" alt="" width="5000" height="5000" />');
    expect(html).toContain('sizes="min(300px, calc(100vw - 40px))"');
    expect(html).toContain('width="300" height="200"');
    expect(dress('<img src="/media/abcdefgh/300x200.jpg" width="150" height="100" />')).toContain('width="150"');
  });

  it("keep the address of an external picture and only make it lazy", () => {
    expect(dress('<img src="https://example.org/a.png" alt="">')).toBe(
      '<img src="https://example.org/a.png" alt="" loading="lazy" decoding="async">',
    );
  });

  it("move headings down only where the content has an h1, and link them to themselves", () => {
    expect(dress("<h1>a</h1><h3>b</h3>")).toBe(
      '<h2 id="h-a"><a href="#h-a">a</a></h2><h4 id="h-b"><a href="#h-b">b</a></h4>',
    );
    expect(dress('<h2>a <a href="/b">b</a></h2>'), "with a link").toBe('<h2 id="h-a-b">a <a href="/b">b</a></h2>');
    expect(dress("<h2>a</h2>")).toBe('<h2 id="h-a"><a href="#h-a">a</a></h2>');
    expect(pageHtml(parseContent("<h2>a</h2>").nodes, 1_000_000, true).html, "as a part").toBe(
      '<h3 id="h-a"><a href="#h-a">a</a></h3>',
    );
  });

  it("give headings ids of their words, in any script, each once", () => {
    const ids = (...headings: string[]) =>
      [...dress(headings.map((text) => `<h2>${text}</h2>`).join("")).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids("The <em>ledger</em>, again?", "العملة الرقمية", "比特币 ETF", "Ελλάδα")).toEqual([
      "h-the-ledger-again",
      "h-العملة-الرقمية",
      "h-比特币-etf",
      "h-ellada",
    ]);
    expect(ids("A", "A 2", "A", "A", "!", "?")).toEqual(["h-a", "h-a-2", "h-a-3", "h-a-4", "h-section", "h-section-2"]);
  });

  it("say the direction of blocks that differ from what is around, unless it was given", () => {
    expect(dress("<p>قال Bitcoin 50,000.</p><p>He said قال.</p><p>50</p>")).toBe(
      '<p dir="rtl">قال Bitcoin 50,000.</p><p>He said قال.</p><p>50</p>',
    );
    expect(dress('<p dir="RTL">50</p><p dir="ltr">قال</p><p dir="x">a</p>')).toBe(
      '<p dir="rtl">50</p><p dir="ltr">قال</p><p>a</p>',
    );
    expect(dress("<ul><li>قال</li><li>English</li></ul><blockquote><p>قال</p><pre>x</pre></blockquote>")).toBe(
      '<ul dir="rtl"><li>قال</li><li>English</li></ul><blockquote dir="rtl"><p>قال</p><pre dir="ltr" tabindex="0">x</pre></blockquote>',
    );
  });

  it("make code scrollable by keyboard", () => {
    expect(dress("<pre><code>x</code></pre>")).toBe('<pre tabindex="0"><code>x</code></pre>');
  });

  it("let the keyboard scroll a table, and leave layout and lists as they are", () => {
    const html =
      '<table><tr><td colspan="2">a</td></tr></table><p class="align-right">b</p><ol start="4"><li>c</li></ol>';
    expect(dress(html)).toBe(html.replace("<table>", '<table tabindex="0">'));
  });

  it("give formats and widths to three hundred pictures, and to all of them their size", () => {
    const html = dress('<img src="/media/abcdefgh/40x30.jpg" />'.repeat(302));
    expect(html.split("<picture>")).toHaveLength(301);
    expect(html.split('width="40" height="30" loading="lazy"')).toHaveLength(303);
  });

  it("escape what a text or a value says, whatever it is", () => {
    const nodes: ContentNode[] = [
      { name: "p", attributes: [], children: ["<b>&amp;"] },
      {
        name: "img",
        attributes: [
          ["src", '/a.png?"><script>'],
          ["alt", "'\"&lt;"],
        ],
        children: [],
      },
    ];
    const escaped = '<p>&lt;b&gt;&amp;amp;</p><img src="/a.png?&quot;&gt;&lt;script&gt;" alt="\'&quot;&amp;lt;"';
    expect(pageHtml(nodes, 100).html).toBe(`${escaped} loading="lazy" decoding="async">`);
    expect(contentHtml(nodes).html).toBe(`${escaped} />`);
  });
});

describe("addresses that mean nothing elsewhere", () => {
  /** The addresses of links and pictures, in order. */
  const addressesOf = (nodes: ContentNode[]): string[] =>
    nodes.flatMap((node) =>
      typeof node === "string"
        ? []
        : [
            ...node.attributes.filter(([name]) => name === "href" || name === "src").map(([, value]) => value),
            ...addressesOf(node.children),
          ],
    );

  it(`have no scheme; each is where it is said to be (seed ${SEED})`, () => {
    fc.assert(
      fc.property(contentTree, (nodes) => {
        const { html, addresses } = contentHtml(nodes);
        const found = addresses.map((at) => html.slice(at, html.indexOf('"', at)));
        expect(found).toEqual(addressesOf(nodes).filter((address) => !/^[a-z]+:/i.test(address)));
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  it("are not those of other hosts, and no other attributes", () => {
    const { addresses } = contentHtml(
      parseContent('<img src="https://a.example/b" alt="/c" title="#d" /><a href="mailto:e@f.example">f</a>').nodes,
    );
    expect(addresses).toEqual([]);
  });
});

it("marks links of a paid text to other sites, and nothing else", () => {
  const html = dress(
    '<p>&lt;a href="https://x.example"&gt; <a href="https://x.example/?a=1&amp;b=%22">x</a> <a href="/about">y</a></p>' +
      '<aside class="file"><p><a href="https://x.example/d.pdf">d</a></p><p>PDF</p></aside>',
  );
  const marked = sponsoredLinks(html);
  expect(marked).toContain('<a rel="sponsored" href="https://x.example/?a=1&amp;b=%22">x</a> <a href="/about">y</a>');
  expect(marked).toContain('href="https://x.example/d.pdf" target="_blank" rel="sponsored noopener noreferrer"');
  expect([textOf(marked), parsed(marked)]).toEqual([textOf(html), marked]);
  expect(sponsoredLinks(`<p>${"<a ".repeat(200_000)}`)).toHaveLength(600_003);
});
