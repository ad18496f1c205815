import { describe, expect, test } from "vitest";
import { deriveContent, type PreparedContent } from "./derive.ts";
import {
  contentElement,
  DROPPED_ELEMENTS,
  ELEMENT_NAMES,
  type ElementName,
  ISSUE_ELEMENT_NAMES,
  isElementName,
  type Surface,
} from "./model.ts";

/** An element in use: as it is stored, on a reader's page (if that differs), and as text for search and mail. */
type Sample = { stored: string; page?: string; text: string; surface?: Surface };

const LAZY = 'loading="lazy" decoding="async"';
const line = (name: string): Sample => ({ stored: `a<${name}>b</${name}>c`, text: "a\nb\nc" });
const mark = (name: string): Sample => ({ stored: `<p>a<${name}>b</${name}>c</p>`, text: "abc" });
const cell = (name: string): Sample => ({
  stored: `<table><tr><${name} colspan="2">a<br />b</${name}><${name}>c</${name}></tr><tr><${name}>d</${name}></tr></table>`,
  page: `<table tabindex="0"><tr><${name} colspan="2">a<br>b</${name}><${name}>c</${name}></tr><tr><${name}>d</${name}></tr></table>`,
  text: "a b | c\nd",
});
const table = cell("td");
const footnotes: Sample = {
  stored:
    '<p>a<sup><a href="#fn-1" id="fnref-1">1</a></sup>b</p><section class="footnotes"><ol><li id="fn-1"><p>c <a href="#fnref-1">↩</a></p></li></ol></section>',
  page:
    '<p>a<sup><a href="#fn-1" id="fnref-1" role="doc-noteref" aria-label="Footnote 1">1</a></sup>b</p>' +
    '<section class="footnotes" role="doc-endnotes" aria-label="Footnotes"><ol><li id="fn-1"><p>c <a href="#fnref-1" role="doc-backlink" aria-label="Back to the text">↩</a></p></li></ol></section>',
  text: "ab\nc",
};

/** A new element is not complete without its line here. */
const SAMPLES: Record<ElementName, Sample> = {
  p: { stored: '<p class="align-center indent-2">a</p><p>b</p>', text: "a\nb" },
  h1: {
    stored: "<h1>a</h1><h2>b</h2>",
    page: '<h2 id="h-a"><a href="#h-a">a</a></h2><h3 id="h-b"><a href="#h-b">b</a></h3>',
    text: "a\nb",
  },
  h2: { ...line("h2"), page: 'a<h2 id="h-b"><a href="#h-b">b</a></h2>c' },
  h3: { ...line("h3"), page: 'a<h3 id="h-b"><a href="#h-b">b</a></h3>c' },
  blockquote: line("blockquote"),
  pre: {
    stored:
      '<pre>a  b\n\tc</pre><pre><code class="language-solidity">a</code></pre><pre><code class="language-zig">b</code></pre>',
    page: '<pre tabindex="0">a  b\n\tc</pre><pre tabindex="0" data-language="Solidity"><code class="language-solidity">a</code></pre><pre tabindex="0" data-language="zig"><code class="language-zig">b</code></pre>',
    text: "a b c\na\nb",
  },
  ul: { stored: "a<ul><li>b</li></ul>c", text: "a\nb\nc" },
  ol: { stored: 'a<ol start="3"><li>b</li></ol>c', text: "a\nb\nc" },
  li: { stored: "<ul><li>a</li><li>b</li></ul>", text: "a\nb" },
  hr: { stored: "a<hr />b", page: "a<hr>b", text: "a\nb" },
  br: { stored: "a<br />b", page: "a<br>b", text: "a\nb" },
  img: {
    stored: 'a<img src="/b.png" alt="c" title="d" width="40" height="30" />e',
    page: `a<img src="/b.png" alt="c" title="d" width="40" height="30" ${LAZY}>e`,
    text: "a e",
  },
  figure: {
    stored: 'a<figure><img src="/b.png" /><figcaption>c</figcaption></figure>d',
    page: `a<figure><img src="/b.png" alt="" ${LAZY}><figcaption>c</figcaption></figure>d`,
    text: "a\nc\nd",
  },
  small: { stored: "<figure><small>a</small></figure>b", text: "a\nb" },
  figcaption: { stored: "<figure><small>a</small><figcaption>b</figcaption></figure>", text: "a\nb" },
  aside: {
    stored:
      'a<aside class="callout-warning"><p>b</p></aside><aside class="pull-quote"><p>c</p></aside><aside class="file"><p><a href="https://example.com/d.pdf">d</a></p><p>PDF</p></aside>',
    page: 'a<aside class="callout-warning" role="note"><p>b</p></aside><aside class="pull-quote" role="doc-pullquote"><p>c</p></aside><aside class="file"><p><a href="https://example.com/d.pdf" target="_blank" rel="noopener noreferrer">d</a></p><p>PDF</p></aside>',
    text: "a\nb\nc\nd\nPDF",
  },
  details: {
    stored: "a<details><summary>b <em>c</em></summary><p>d</p></details>e",
    text: "a\nb c\nd\ne",
  },
  summary: { stored: "<details><summary>a</summary>b</details>", text: "a\nb" },
  article: {
    surface: "issue",
    stored: 'a<article data-article="12" class="with-picture"></article>b',
    text: "a\nb",
  },
  div: {
    stored: '<div class="gallery"><figure><img src="/a.png" alt="b" /></figure></div>c',
    page: `<div class="gallery"><figure><img src="/a.png" alt="b" ${LAZY}></figure></div>c`,
    text: "c",
  },
  sup: footnotes,
  section: footnotes,
  table,
  tbody: {
    stored: "<table><tbody><tr><td>a</td></tr></tbody></table>",
    page: '<table tabindex="0"><tbody><tr><td>a</td></tr></tbody></table>',
    text: "a",
  },
  tr: table,
  th: cell("th"),
  td: table,
  a: { stored: '<p>a<a href="https://example.com/?b&amp;c">d</a></p>', text: "ad" },
  sub: { stored: "<p>CO<sub>2</sub>a</p>", text: "CO₂a" },
  strong: mark("strong"),
  b: mark("b"),
  em: mark("em"),
  i: mark("i"),
  u: mark("u"),
  s: mark("s"),
  code: mark("code"),
};

describe.each(Object.entries(SAMPLES))("%s", (name, { stored, page = stored, text, surface }) => {
  const prepare = (html: string): PreparedContent => deriveContent(html, [], surface).content;

  test("is stored as it was given, and shown on pages and in text", () => {
    expect(stored).toContain(`<${name}`);
    expect(prepare(stored)).toMatchObject({ html: stored, pageHtml: page, text });
  });

  test("keeps no attribute beyond those of the model", () => {
    const more = ` id="x" style="x" onclick="x" data-x="x" lang="x"`;
    expect(prepare(stored.replaceAll(`<${name}`, `<${name}${more}`)).html).toBe(stored);
  });

  test("is the same in capitals", () => {
    expect(prepare(stored.replaceAll(/<\/?[a-z1-3]+/g, (tag) => tag.toUpperCase())).html).toBe(stored);
  });
});

describe("the table of elements", () => {
  const entries = [...ELEMENT_NAMES, ...ISSUE_ELEMENT_NAMES].map((name) => [name, contentElement(name)] as const);

  test("names only existing parents and children, and both agree", () => {
    for (const [name, element] of entries) {
      for (const parent of element?.within ?? []) expect(contentElement(parent)?.only ?? [name]).toContain(name);
      for (const child of element?.only ?? []) expect(contentElement(child)?.within ?? [name]).toContain(name);
    }
  });

  test("has no ambiguous name for pasted elements", () => {
    const pasted = entries.flatMap(([, element]) => element?.pastedFrom ?? []);
    expect(new Set(pasted).size).toBe(pasted.length);
    for (const name of pasted) {
      expect(isElementName(name)).toBe(false);
      expect(DROPPED_ELEMENTS.has(name)).toBe(false);
    }
  });

  test("replaces old elements by ones of the same meaning", () => {
    for (const [, element] of entries)
      if (element?.writtenAs) expect(contentElement(element.writtenAs)).toMatchObject({ editor: element.editor });
  });

  test("drops nothing that it keeps, and is not fooled by names that every object has", () => {
    for (const [name] of entries) expect(DROPPED_ELEMENTS.has(name)).toBe(false);
    for (const name of ["constructor", "toString", "__proto__", "", "P"]) {
      expect(isElementName(name)).toBe(false);
      expect(contentElement(name)).toBeUndefined();
    }
  });

  test("labels no mark, and separates the text around every block", () => {
    for (const [name, element] of entries) {
      if (element?.kind === "mark") expect(element).not.toMatchObject({ label: expect.anything() });
      // A table's body separates nothing: its rows do.
      else if (name !== "tbody") expect(element?.text).toBeDefined();
    }
  });
});

test("what only issues have is kept in them, and leaves nothing but its text in an article", () => {
  const html =
    '<p>a</p><article class="without-picture" data-article="7">b</article><aside class="sponsor"><p>c</p></aside>';
  const on = (surface: Surface) => deriveContent(html, [], surface).content.html;
  expect(on("issue")).toBe(
    '<p>a</p>b<article class="without-picture" data-article="7"></article><aside class="sponsor"><p>c</p></aside>',
  );
  expect(on("article")).toBe("<p>a</p>b<p>c</p>");
});

test.each([
  ["no number", 'class="with-picture"'],
  ["a number that none can have", 'class="with-picture" data-article="3000000000"'],
  ["no kind", 'data-article="7"'],
  ["another kind", 'class="post" data-article="7"'],
])("an article's block with %s is none", (_what, attributes) => {
  expect(deriveContent(`<article ${attributes}>a</article>`, [], "issue").content.html).toBe("a");
});
