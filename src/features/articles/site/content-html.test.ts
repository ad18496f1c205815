import fc from "fast-check";
import sanitizeHtml from "sanitize-html";
import { describe, expect, it } from "vitest";
import { dressContent, markRest, plainTextOf, prepareContent } from "./content-html.ts";

const KEEP_ALL: sanitizeHtml.IOptions = {
  allowedTags: false,
  allowVulnerableTags: true,
  allowedAttributes: false,
  allowedSchemes: ["http", "https"],
  parseStyleAttributes: false,
};

/** What a standard parser makes of it: equal to the input only where the input is well-formed. */
const parsed = (html: string) => sanitizeHtml(html, KEEP_ALL);

/** What a reader sees while the rest is hidden. */
const visible = (html: string) =>
  plainTextOf(sanitizeHtml(html, { ...KEEP_ALL, exclusiveFilter: (frame) => "data-rest" in frame.attribs }));

/** The content with every mark taken out again. */
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

describe("markRest", () => {
  it("leaves short content untouched", () => {
    expect(markRest("<p>Short.</p>", 500)).toEqual({ html: "<p>Short.</p>", hasRest: false });
  });

  it("marks the rest inside every element the cut goes through", () => {
    const html = "<p>one <em>two. three</em> four <b>five</b></p>\n<ul><li>six</li></ul>";
    expect(markRest(html, 9).html).toBe(
      "<p>one <em>two<span data-ellipsis>...</span><span data-rest>. three</span></em>" +
        "<span data-rest> four </span><b data-rest>five</b></p>\n<ul data-rest><li>six</li></ul>",
    );
  });

  it("never cuts through a character reference", () => {
    expect(markRest("<p>ab&amp;cdef</p>", 3).html).toBe(
      "<p>ab&amp;<span data-ellipsis>...</span><span data-rest>cdef</span></p>",
    );
  });

  it("for any content: well-formed, the preview visible, nothing lost", () => {
    fc.assert(
      fc.property(content, fc.integer({ min: 5, max: 120 }), (html, length) => {
        const marked = markRest(html, length);
        const whole = plainTextOf(html);
        expect(marked.hasRest).toBe(whole.length > length);
        const canonical = parsed(marked.html);
        if (!marked.hasRest) {
          expect(marked.html).toBe(html);
          return;
        }
        expect(unmarked(canonical)).toBe(html);
        const seen = visible(marked.html).replace(/\s*$/, "");
        expect(seen.endsWith("...")).toBe(true);
        expect(whole.startsWith(seen.slice(0, -3))).toBe(true);
        expect(seen.replaceAll("\n", "").length).toBeLessThanOrEqual(length + 3);
      }),
    );
  });
});

describe("dressContent", () => {
  it("gives a stored picture its size, formats and widths", () => {
    const html = dressContent('<p>a</p><img src="/media/abcdefgh/400x300.jpg" alt="A drawing" />');
    expect(html).toContain('<source type="image/avif" srcset="/media/abcdefgh/160.avif 160w, ');
    expect(html).toContain('/media/abcdefgh/400.webp 400w"');
    expect(html).toContain(
      '<img src="/media/abcdefgh/400x300.jpg" alt="A drawing" width="400" height="300" loading="lazy" decoding="async"/></picture>',
    );
  });

  it("leaves a foreign picture its address and only makes it lazy", () => {
    expect(dressContent('<img src="https://example.org/a.png" alt="">')).toBe(
      '<img src="https://example.org/a.png" alt="" loading="lazy" decoding="async">',
    );
  });

  it("adds no second alt to a picture without words", () => {
    expect(dressContent('<img src="/a.png" alt>')).toBe('<img src="/a.png" alt loading="lazy" decoding="async">');
  });

  it("moves headings down only where the content has an h1", () => {
    expect(dressContent("<h1>a</h1><h3>b</h3>")).toBe("<h2>a</h2><h4>b</h4>");
    expect(dressContent("<h2>a</h2>")).toBe("<h2>a</h2>");
  });

  it("lets the keyboard scroll code and tables", () => {
    expect(dressContent("<pre><code>x</code></pre>")).toBe('<pre tabindex="0"><code>x</code></pre>');
    expect(dressContent("<table><tbody></tbody></table>")).toBe('<table tabindex="0"><tbody></tbody></table>');
  });
});

describe("prepareContent", () => {
  it("hides a picture behind the cut with its frame", () => {
    const { html } = prepareContent('<p>aaaa bbbb</p><img src="/media/abcdefgh/40x30.jpg" alt />', 4);
    expect(html).toContain("<picture data-rest><source");
  });

  it("is linear: a megabyte of marks or of unfinished tags is no work", () => {
    const { hasRest } = prepareContent(`<p>${"<em>word &amp; </em>".repeat(50_000)}</p>`, 500);
    expect(hasRest).toBe(true);
    expect(prepareContent("<a ".repeat(300_000), 500).hasRest).toBe(true);
  });
});
