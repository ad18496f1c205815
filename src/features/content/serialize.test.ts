import fc from "fast-check";
import sanitizeHtml from "sanitize-html";
import { describe, expect, it } from "vitest";
import { parseContent } from "./parse.ts";
import { pageHtml } from "./serialize.ts";

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

  it("hides a picture after the cut together with its frame", () => {
    expect(preview('<p>aaaa bbbb</p><img src="/media/abcdefgh/40x30.jpg" alt />', 4).html).toContain(
      "<picture data-rest><source",
    );
  });

  it("for any content: well-formed, the preview visible, nothing lost", () => {
    fc.assert(
      fc.property(content, fc.integer({ min: 5, max: 120 }), (html, length) => {
        const marked = preview(html, length);
        const whole = textOf(html);
        expect(marked.hasRest).toBe(whole.length > length);
        const canonical = parsed(marked.html);
        if (!marked.hasRest) return;
        expect(unmarked(canonical)).toBe(parsed(dress(html)));
        const seen = visible(marked.html).replace(/\s*$/, "");
        expect(seen.endsWith("...")).toBe(true);
        expect(whole.startsWith(seen.slice(0, -3))).toBe(true);
        expect(seen.replaceAll("\n", "").length).toBeLessThanOrEqual(length + 3);
      }),
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

  it("move headings down only where the content has an h1", () => {
    expect(dress("<h1>a</h1><h3>b</h3>")).toBe("<h2>a</h2><h4>b</h4>");
    expect(dress("<h2>a</h2>")).toBe("<h2>a</h2>");
  });

  it("make code scrollable by keyboard", () => {
    expect(dress("<pre><code>x</code></pre>")).toBe('<pre tabindex="0"><code>x</code></pre>');
  });
});
