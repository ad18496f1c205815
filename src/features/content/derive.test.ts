import fc from "fast-check";
import sanitizeHtml from "sanitize-html";
import { expect, test } from "vitest";
import { cleanHtml, prepared } from "#test/support/content.ts";
import { deriveContent } from "./derive.ts";
import { contentElement, ELEMENT_NAMES } from "./model.ts";

/** What may remain of any input, specified again independently: each element with its attributes. */
const ALLOWED: Record<string, string[]> = {
  a: ["href", "id"],
  li: ["id"],
  code: ["class"],
  aside: ["class"],
  div: ["class"],
  section: ["class"],
  img: ["src", "alt", "title", "width", "height", "class"],
  ol: ["start"],
  td: ["colspan", "rowspan"],
  th: ["colspan", "rowspan"],
  ...Object.fromEntries(["h1", "h2", "h3", "p"].map((name) => [name, ["class"]])),
  ...Object.fromEntries(
    [
      "br",
      "hr",
      "strong",
      "b",
      "em",
      "i",
      "u",
      "s",
      "pre",
      "blockquote",
      "ul",
      "sub",
      "sup",
      "details",
      "summary",
      "figure",
      "figcaption",
      "small",
      "table",
      "tbody",
      "tr",
    ].map((name) => [name, []]),
  ),
};
const LAYOUT = /^(align-(left|center|right|justify)|indent-[1-8])( (align-(left|center|right|justify)|indent-[1-8]))*$/;
const CLASSES: Record<string, RegExp> = {
  code: /^language-[a-z0-9+#_-]+$/,
  aside: /^(pull-quote|callout-(note|tip|warning)|key-points|card|card-video|file)$/,
  p: /^(button( |$))?(align-(left|center|right|justify)|indent-[1-8]|button| )*$/,
  img: /^(wide|full)$/,
  div: /^gallery$/,
  section: /^footnotes$/,
};
const ID = /^fn(ref)?-[1-9]\d*$/;
const ADDRESSES: Record<string, RegExp> = { href: /^(https?|mailto|tel):/i, src: /^https?:/i };
const ENTITIES: Record<string, string> = { amp: "&", quot: '"', lt: "<", gt: ">" };

/** As a browser reads it: entities decoded, then every character dropped that it ignores in an address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them.
const address = (value: string) => decode(value).replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/g, "");
const decode = (value: string) => value.replace(/&(amp|quot|lt|gt);/g, (_, name: string) => ENTITIES[name] ?? "");

/** The defects of HTML that should be clean; empty if every character is accounted for. */
function faultsOf(html: string): string[] {
  const faults: string[] = [];
  const text = html.replace(/<\/?([a-z0-9]+)((?: [a-z]+="[^"<>]*")*)(?: \/)?>/g, (_tag, name: string, rest: string) => {
    const attributes = ALLOWED[name];
    if (!attributes) faults.push(`element ${name}`);
    const isBlock = contentElement(name)?.kind === "block";
    for (const [, attribute = "", value = ""] of rest.matchAll(/ ([a-z]+)="([^"]*)"/g)) {
      if (attribute === "dir" && isBlock && /^(ltr|rtl|auto)$/.test(value)) continue;
      if (!attributes?.includes(attribute)) faults.push(`attribute ${attribute} of ${name}`);
      if (attribute === "class" && !(CLASSES[name] ?? LAYOUT).test(value)) faults.push(`class ${value}`);
      if (attribute === "id" && !ID.test(value)) faults.push(`id ${value}`);
      const schemes = ADDRESSES[attribute];
      if (schemes && /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address(value)) && !schemes.test(address(value)))
        faults.push(`address ${value}`);
    }
    return "";
  });
  if (/[<>]/.test(text)) faults.push("a sign that begins or ends an element");
  return faults;
}

const VECTORS = [
  "<script>alert(1)</script>",
  "<ScRiPt/src=//evil.example>",
  '<img src=x onerror="alert(1)">',
  "<img/src=x/onerror=alert(1)//",
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&NewLine;script&colon;alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="vbscript:x">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example" target="_blank" id="x" name="x" ping="//evil.example">x</a>',
  '<a href="blob:x" onclick="alert(1)" style="position:fixed">x</a>',
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  '<p style="background:url(javascript:alert(1))" id="x" onclick="alert(1)" class="fixed inset-0">x</p>',
  "<svg><script>alert(1)</script></svg>",
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  "<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>",
  "<math><mi//xlink:href='data:x,<script>alert(4)</script>'>",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<textarea><img title='</textarea><img src=x onerror=alert(1)>'></textarea>",
  "<title><a title='</title><img src=x onerror=alert(1)>'>",
  "<!--><img src=x onerror=alert(1)>-->",
  "<!--[if IE]><script>alert(1)</script><![endif]-->",
  "<![CDATA[<img src=x onerror=alert(1)>]]>",
  "<template><img src=x onerror=alert(1)></template>",
  '<form action="javascript:alert(1)"><input type=submit><button formaction="javascript:alert(1)">x</button></form>',
  '<object data="javascript:alert(1)"></object><embed src="x"><base href="//evil.example/"><link rel=stylesheet href=x>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)"><style>@import "//evil.example"</style>',
  '<img alt="</p><script>alert(1)</script>" src="/x">',
  "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
  "<<script>script>alert(1)<</script>/script>",
  '<img src="x` `<script>alert(1)</script>"` `>',
  "<xmp><p title='</xmp><img src=x onerror=alert(1)>'></xmp><plaintext><script>alert(1)",
  '<sup><a id="fnref-1" href="#fn-1">1</a></sup><section class="footnotes fixed" id="x"><ol><li id="fn-1" style="x"><img src=x onerror=alert(1)></ol>',
  '<aside class="callout-note fixed" id="fn-1"><div class="gallery inset-0" id="fnref-1"><a id="fnref-2" href="javascript:x">a</a></div></aside>',
  "<pre><code class='language-x\"onload=alert(1) language-js fixed'>a</code></pre>",
  "<video src=x onerror=alert(1)><audio autoplay><source onerror=alert(1)></audio><details open ontoggle=alert(1)>",
];

test.each(VECTORS)("keeps only what is allowed of %s", (vector) => {
  expect(faultsOf(cleanHtml(vector))).toEqual([]);
});

test("keeps only what is allowed of any combination of hostile fragments", () => {
  const piece = fc.oneof(
    fc.constantFrom(...VECTORS),
    // Fragments of them, cut anywhere, so that quotes, comments and elements overlap.
    fc
      .tuple(fc.constantFrom(...VECTORS), fc.nat(40), fc.nat(40))
      .map(([vector, from, length]) => vector.slice(from, from + length)),
    fc.stringMatching(/^[<>"'=/&;#! \t\n\0a-]{1,6}$/),
    fc.constantFrom('<a href="', "<img src='", "<p class=", "</p>", "<!--", "-->", "<pre>", "</pre>", "<ol start="),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      expect(faultsOf(cleanHtml(pieces.join("")))).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

/** The same rules for an independent sanitiser. */
const ENGINE: sanitizeHtml.IOptions = {
  allowedTags: Object.keys(ALLOWED),
  allowedAttributes: { ...ALLOWED },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["http", "https"] },
  allowProtocolRelative: false,
};

const anyHtml = fc
  .array(
    fc.oneof(
      fc.constantFrom(...VECTORS),
      fc.constantFrom(
        ..."<p>|</p>|<ul>|<li>|</li>|</ul>|<a href='/x'>|</a>|<b>|</b>|<pre>|\r\n|&#13;|&amp;lt;|<br>|<img src=/a>|<img src=/a class='full x wide'>|<hr>|<table>|<tr>|<td colspan=2>|<th>|</td>|</table>|<figure>|<figcaption>|<small>|</figure>|<details open>|<summary>|</summary>|</details>|<p class='button'>|<aside class='file'>|</aside>|<h2 class='indent-1 x'>".split(
          "|",
        ),
      ),
      fc.string({ unit: "grapheme", maxLength: 8 }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(""));

test("an independent sanitizer finds nothing to remove, and parsing the result again changes nothing", () => {
  fc.assert(
    fc.property(anyHtml, (html) => {
      const clean = cleanHtml(html);
      expect(sanitizeHtml(clean, ENGINE)).toBe(clean);
      expect(cleanHtml(clean)).toBe(clean);
    }),
    { numRuns: 1_000 },
  );
});

test("a heading inside a table inside a heading keeps its text: headings do not nest", () => {
  expect(cleanHtml("<h2>a<table><h3>b</h3><tr><td>c</td></tr></table></h2>")).toBe(
    "<h2>ab<table><tr><td>c</td></tr></table></h2>",
  );
});

test("elements that are not allowed leave their text; scripts and the like leave nothing", () => {
  expect(cleanHtml("<div>a<section><p>b</p></section></div><font>c</font>")).toBe("a<p>b</p>c");
  expect(cleanHtml("a<script>b</script><style>c</style><svg><text>d</text></svg><template><p>e</p></template>f")).toBe(
    "af",
  );
  expect(cleanHtml('<a href="javascript:x">a</a> <a name="b">b</a> <a href="/c">c <a href="/d">d</a></a>')).toBe(
    'a b <a href="/c">c </a><a href="/d">d</a>',
  );
});

test("tables and figures keep what belongs in them; everything else moves before them", () => {
  expect(cleanHtml("<table>a<caption>b</caption><thead><tr>c<th>d</th></tr></thead><p>e</p><td>f</td></table>")).toBe(
    "abcd<p>e</p>f<table></table>"
      .replace("d<p>", "<p>")
      .replace("f<table></table>", "f<table><tr><th>d</th></tr></table>"),
  );
  expect(
    cleanHtml('<table><tr><td colspan="2" rowspan="1000">a<table><tr><td>b</td></tr></table></td></tr></table>'),
  ).toBe('<table><tr><td colspan="2">ab</td></tr></table>');
  expect(cleanHtml("<small>a</small><figcaption>b</figcaption><tr><td>c</td></tr>")).toBe("abc");
  expect(cleanHtml('<figure><a href="/x"><img src="/a"></a><p>b</p><figcaption>c</figcaption></figure>')).toBe(
    '<p>b</p><figure><img src="/a" /><figcaption>c</figcaption></figure>',
  );
  expect(
    prepared("<table><tbody><tr><th><p>a</p></th><td><p>b</p><p>c</p></td></tr><tr><td>d</td></tr></tbody></table>")
      .text,
  ).toBe("a | b c\nd");
});

test("line breaks, numbers and layout are normalised to what the editor produces", () => {
  expect(cleanHtml("<pre>a\r\nb&#13;c</pre>")).toBe("<pre>a\nb\nc</pre>");
  expect(cleanHtml('<ol start="x"></ol><ol start=" 3 "></ol><img src="/a" width="100%" height="5">')).toBe(
    '<ol></ol><ol start="3"></ol><img src="/a" height="5" />',
  );
  expect(cleanHtml('<p class="indent-3 fixed align-center indent-3">a</p><ul class="indent-1"></ul>')).toBe(
    '<p class="indent-3 align-center">a</p><ul></ul>',
  );
});

test("parses elements nested a hundred deep, but no deeper; keeps fifty of them and all text", () => {
  expect(cleanHtml("<ul>".repeat(100))).toBe("<ul>".repeat(50) + "</ul>".repeat(50));
  expect(cleanHtml(`${"<ul>".repeat(90)}x`)).toContain(">x<");
  expect(() => cleanHtml("<ul>".repeat(101))).toThrow("The content is nested too deeply.");
});

test("a data address that is not a picture is removed like any other; pictures are extracted in order", () => {
  for (const address of ["data:text/html,<b>x</b>", "data:text/html;base64,AAAA", "data:,x", "data:image/png,plain"])
    expect(cleanHtml(`<img src="${address}" alt="x">`)).toBe('<img alt="x" />');
  const html = '<img src="data:image/png;base64,QQ=="><img src="/b.png"><img src=" DATA:image/gif;base64,Qg==">';
  expect(deriveContent(html).embedded.map((bytes) => Buffer.from(bytes).toString())).toEqual(["A", "B"]);
  expect(deriveContent(html, ["/one", "/two"]).content.pictures).toEqual(["/one", "/b.png", "/two"]);
  expect(() => deriveContent('<img src="data:image/png;base64,QQ==">'.repeat(51))).toThrow(
    "at most 50 embedded pictures",
  );
});

test("the text has a line for each block, and none for invisible elements", () => {
  const html =
    "<h2>A</h2><p>b &amp; <em>c</em>&nbsp;d<br>e</p>\n<p> </p><ul><li><p>f</p></li><li>g</li></ul><pre><code>h  i\n j</code></pre>";
  expect(prepared(html).text).toBe("A\nb & c d\ne\nf\ng\nh i j");
});

test("lists headings, pictures, and addresses that mean nothing elsewhere", () => {
  const html =
    '<h1>A <em>b</em></h1><p><a href="/x">c</a><a href="#y">d</a><a href="https://e.example/">e</a></p><img alt="/z" src="/f.png" />';
  const { outline, pictures, localAddresses, html: clean } = prepared(html);
  expect(outline).toEqual([{ level: 1, text: "A b" }]);
  expect(pictures).toEqual(["/f.png"]);
  expect(localAddresses.map((at) => clean.slice(at, clean.indexOf('"', at)))).toEqual(["/x", "#y", "/f.png"]);
});

test("the model's elements are exactly those of the independent list", () => {
  expect([...ELEMENT_NAMES].sort()).toEqual(Object.keys(ALLOWED).sort());
});

test.each([
  [
    "alternative texts and titles",
    '<p>A <img src="/a.webp" alt="harbour" title="dusk"></p>',
    "harbour\ndusk\nA harbour",
  ],
  ["a picture in the middle of a word", '<p>ha<img src="/a.webp" alt="">cked</p>', "hacked"],
  ["an alternative text in the middle of a word", '<p>ha<img src="/a.webp" alt="ck">ed</p>', "ck\nhacked"],
  ["no picture", "<p>Text</p>", ""],
])("the words that pictures bring: %s", (_what, html, words) => {
  expect(prepared(html).pictureWords).toBe(words);
});

test("a picture without an address separates no words; controls that reverse letters are dropped", () => {
  expect(prepared('<p>ha<img alt="">cked \u202eabc\u202c</p>').text).toBe("hacked abc\u202c");
});

test("readers get no empty lines and headings; what is stored keeps them", () => {
  const html =
    '<p>a</p><p></p><h2>\u00a0</h2><blockquote><p><br /></p></blockquote><aside class="callout-tip"><p>b</p><p> </p></aside><p><strong></strong></p>';
  const { html: stored, pageHtml } = prepared(html);
  expect(stored).toBe(html);
  expect(pageHtml).toMatch(/^<p>a<\/p><aside [^>]+><p>b<\/p><\/aside>$/);
  expect(prepared(`<p><img src="/a.png" /></p><ul><li></li></ul><hr />`).pageHtml).toMatch(/^<p><img .*<hr>$/);
});
