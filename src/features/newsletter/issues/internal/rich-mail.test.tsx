import "#shared/messages/all.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ownNodes } from "#features/content/derive.ts";
import { type ContentNode, ELEMENT_NAMES, type ElementName, ISSUE_ELEMENT_NAMES } from "#features/content/model.ts";
import { renderMail } from "#features/mail/mail.tsx";
import { exampleSummary } from "#test/support/article-answers.ts";
import { issueMail } from "../mail.tsx";
import { withNodes } from "./content-parts.ts";
import { richBlocks } from "./rich-mail.tsx";

const SITE = { name: "Jarida", url: "https://news.example", postalAddress: "" };
const DRAFT = { subject: "The week", preview: "", reason: "" };
const rich = (body: string, more: Partial<Parameters<typeof issueMail>[1]> = {}) =>
  issueMail(SITE, withNodes({ subject: "The week", preview: "", introduction: "", body, ...more }), []);

describe("the text of an issue as mail", () => {
  test.each([
    [
      "a button in a list, where a whole line has no room",
      '<ul><li><p class="button"><a href="/contact">Write</a></p></li></ul>',
      "- Write:\n  https://news.example/contact",
      /<li[^>]*>[\s\S]*<a href="https:\/\/news\.example\/contact"[\s\S]*Write<\/a>/,
    ],
    [
      "a button without words as nothing to press",
      '<p class="button"><a href="/contact"> </a></p><p>After</p>',
      "After",
      /^(?![\s\S]*class="button")/,
    ],
    ["lines that are centred", '<p class="align-center">a</p>', "\na\n", /text-align:center/],
    ["lines that are indented twice", '<p class="indent-2">a</p>', "\na\n", /padding-left:32px/],
    [
      "cells that span others",
      '<table><tbody><tr><td colspan="2" rowspan="3">a</td><td>b</td></tr></tbody></table>',
      "a | b",
      /<td[^>]*colSpan="2"[^>]*rowSpan="3"|<td[^>]*rowSpan="3"[^>]*colSpan="2"/i,
    ],
    [
      "lists in lists, each deeper",
      "<ul><li><p>a</p><ol><li><p>b</p></li></ol></li></ul>",
      "- a\n  1. b",
      /<ul[\s\S]*<ol[\s\S]*b/,
    ],
    ["a quote in a callout", '<aside class="callout-note"><blockquote><p>a</p></blockquote></aside>', "> a", />Note</],
    ["a line break in a heading", "<h2>a<br />b</h2>", "a\nb\n---", /<h2[^>]*>a<br\/>b<\/h2>/],
  ])("has %s", (_what, body, text, html) => {
    const mail = rich(body);
    expect(mail.text).toContain(text);
    expect(mail.html).toMatch(html);
  });

  test("has no address that leads nowhere from a mail, and no markup in its plain part, for any blocks", () => {
    const words = fc
      .constantFrom("a", "b & c", "1 < 2", "&lt;b&gt;", "{{x}}", "é😀")
      .map((text) => text.replaceAll("& ", "&amp; ").replaceAll("< ", "&lt; "));
    const href = fc.constantFrom("/", "/about", "#fn-1", "https://a.example/?b&amp;c", "mailto:a@b.example");
    const inline = fc.oneof(
      words,
      fc.tuple(href, words).map(([to, text]) => `<a href="${to}">${text}</a>`),
    );
    const line = fc.array(inline, { minLength: 1, maxLength: 3 }).map((parts) => `<p>${parts.join(" ")}</p>`);
    const block = fc.oneof(
      line,
      line.map((inside) => `<blockquote>${inside}</blockquote>`),
      fc
        .array(line, { minLength: 1, maxLength: 3 })
        .map((items) => `<ul>${items.map((one) => `<li>${one}</li>`).join("")}</ul>`),
      line.map((inside) => `<aside class="sponsor">${inside}</aside>`),
      fc.tuple(href, words).map(([to, text]) => `<p class="button"><a href="${to}">${text}</a></p>`),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 5 }), (blocks) => {
        const { html, text } = rich(blocks.join(""));
        expect(html).not.toMatch(/(?:href|src)="(?:\/|#|")/);
        expect(text).not.toMatch(/<\/?(?:p|a|ul|li|blockquote|aside)\b/);
      }),
      { numRuns: 40 },
    );
  });
});

const line = (name: string) => `<p>a</p><${name}>b</${name}>`;
const mark = (name: string) => `<p>a<${name}>b</${name}></p>`;
const row = (name: string) => `<tr><${name}>a</${name}><${name}>b</${name}></tr>`;
const FIGURE = '<figure><img src="/a.png" alt="b" /><small>c</small><figcaption>d</figcaption></figure>';
const FOOTNOTE =
  '<p>a<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><section class="footnotes"><ol><li id="fn-1"><p>b</p></li></ol></section>';

/** Each element in use, where it makes a difference. */
const SAMPLES: Record<ElementName, string> = {
  p: "<p>a</p><p>b</p>",
  h1: line("h1"),
  h2: line("h2"),
  h3: line("h3"),
  blockquote: line("blockquote"),
  pre: "<p>a</p><pre>b  c</pre>",
  ul: "<ul><li>a</li></ul>",
  ol: "<ol><li>a</li></ol>",
  li: "<ul><li>a</li></ul>",
  aside: '<aside class="sponsor"><p>a</p></aside>',
  details: "<details><summary>a</summary><p>b</p></details>",
  summary: "<details><summary>a</summary><p>b</p></details>",
  article: '<article data-article="12" class="with-picture"></article>',
  hr: "<p>a</p><hr />",
  br: "<p>a<br />b</p>",
  img: '<img src="/a.png" alt="b" />',
  figure: FIGURE,
  small: FIGURE,
  figcaption: FIGURE,
  div: `<div class="gallery">${FIGURE}</div>`,
  table: `<table>${row("td")}${row("td")}</table>`,
  tbody: `<table><tbody>${row("td")}</tbody></table>`,
  tr: `<table>${row("td")}</table>`,
  th: `<table>${row("th")}</table>`,
  td: `<table>${row("td")}</table>`,
  a: '<p>a<a href="/about">b</a></p>',
  sup: FOOTNOTE,
  section: FOOTNOTE,
  sub: mark("sub"),
  strong: mark("strong"),
  b: mark("b"),
  em: mark("em"),
  i: mark("i"),
  u: mark("u"),
  s: mark("s"),
  code: mark("code"),
};

/** The tree with an element's content in its place. */
const without = (nodes: ContentNode[], name: ElementName): ContentNode[] =>
  nodes.flatMap((node) => {
    if (typeof node === "string") return [node];
    const children = without(node.children, name);
    return node.name === name ? children : [{ ...node, children }];
  });

/** The elements that make no difference to a part of the mail. */
function formlessIn(part: "html" | "text"): ElementName[] {
  const rendered = (nodes: ContentNode[]) => {
    const story = ({ id }: { id: number }) => ({ kind: "paragraph" as const, text: `Article ${id}` });
    return renderMail(SITE, { ...DRAFT, blocks: richBlocks(nodes, { siteUrl: SITE.url, story }) })[part];
  };
  return [...ELEMENT_NAMES, ...ISSUE_ELEMENT_NAMES].filter((name) => {
    const nodes = ownNodes(SAMPLES[name], "issue");
    return rendered(nodes) === rendered(without(nodes, name));
  });
}

test.each([
  [undefined, ["Note", "Tip", "Warning", "Sponsored", "File"]],
  ["sw", ["Kumbuka", "Dokezo", "Onyo", "Imedhaminiwa", "Faili"]],
] as const)(
  "callouts, sponsored blocks and files are labelled in the language %s, in both parts",
  (language, labels) => {
    const body = ["callout-note", "callout-tip", "callout-warning", "sponsor", "file"]
      .map((kind) => `<aside class="${kind}"><p><a href="https://x.example/a.pdf">a.pdf</a></p></aside>`)
      .join("");
    const blocks = richBlocks(ownNodes(body, "issue"), { siteUrl: SITE.url, language, story: () => null });
    const { html, text } = renderMail(SITE, { ...DRAFT, language, blocks });
    for (const label of labels) {
      expect(html).toContain(`>${label}</p>`);
      expect(text).toContain(`${label}:\n`);
    }
  },
);

test("in a mail from right to left, edges and indents are at the side where lines start", () => {
  const body = '<blockquote><p>قال</p></blockquote><p class="indent-1">قال</p><ul><li>قال</li></ul><p>He said.</p>';
  const blocks = richBlocks(ownNodes(body, "issue"), { siteUrl: SITE.url, language: "ar", story: () => null });
  const { html } = renderMail(SITE, { ...DRAFT, language: "ar", blocks: [...blocks, { kind: "quote", text: "قال" }] });
  expect(html.match(/border-right:3px/g)).toHaveLength(2);
  expect(html.match(/padding-right:(16|24)px/g)).toHaveLength(2);
  expect(html).not.toMatch(/border-left|padding-left/);
  expect(html).toMatch(/<p[^>]* dir="ltr"[^>]*>He said/);
});

test("text from right to left says so, block by block", () => {
  const body = "<h2>قال</h2><p>قال ETF.</p><p>He said</p><ul><li>قال</li></ul>";
  const { html } = renderMail(SITE, {
    ...DRAFT,
    blocks: richBlocks(ownNodes(body, "issue"), { siteUrl: SITE.url, story: () => null }),
  });
  expect(html.match(/<(h2|p|ul)[^>]* dir="rtl"/g)).toHaveLength(3);
  expect(html).toMatch(/<p(?![^>]* dir=)[^>]*>He said/);
});

test("words that link within the issue stay in both parts, only a footnote's sign back goes", () => {
  const nodes = ownNodes(
    '<p>a <a href="#prices">the prices</a> and <a href="#fnref-1">note one</a> 10<sup>9</sup><sup><a href="#fn-1" id="fnref-1">1</a></sup></p><section class="footnotes"><ol><li id="fn-1"><p>b <a href="#fnref-1">↩</a></p></li></ol></section>',
    "issue",
  );
  const blocks = richBlocks(nodes, { siteUrl: SITE.url, story: () => null });
  const { html, text } = renderMail(SITE, { ...DRAFT, blocks });
  expect(text).toContain("a the prices and note one 10⁹[1]");
  expect(html.replace(/<[^>]*>/g, "")).toContain("a the prices and note one 1091");
  expect(html).toMatch(/10<sup[^>]*>9<\/sup>/);
  expect(html + text).not.toContain("↩");
});

describe("whatever an issue may contain", () => {
  test("has a form of its own in mail, but for the part of a table that its rows show", () => {
    expect(formlessIn("html")).toEqual(["tbody"]);
  });

  test("has one in the plain part, but for what plain text cannot show", () => {
    const frames = ["details", "summary", "figure", "small", "figcaption", "div", "tbody", "section"];
    const marks = ["strong", "b", "em", "i", "u", "s", "code"];
    expect(formlessIn("text")).toEqual([...frames, ...marks]);
  });
});

test("corrections stand behind all else, with the title of their article as text and its address", () => {
  const correction = {
    article_id: 12,
    n: 1,
    at: Date.UTC(2026, 10, 20),
    title: "Fees <b>fell</b>",
    reason: "They rose.\nBy half.",
  } as never;
  const { html, text } = issueMail(
    SITE,
    { subject: "The week", preview: "", introduction: "Hello.", nodes: [] },
    [exampleSummary({ title: "A story" })],
    { corrections: [correction] },
  );
  expect(text).toContain(
    "Correction, November 20, 2026, to “Fees <b>fell</b>”: They rose.\n> By half.\n> https://news.example/article/12",
  );
  expect(text.indexOf("A story")).toBeLessThan(text.indexOf("Correction,"));
  expect(html).toContain("“Fees &lt;b&gt;fell&lt;/b&gt;”");
});

test("in a mail from right to left, code, numbers and a Latin postal address are from left to right", () => {
  const body =
    "<pre><code>curl -s</code></pre><p>Bitcoin ترتفع</p><table><tbody><tr><td>عملة</td><td>-1.9%</td></tr></tbody></table>";
  const blocks = richBlocks(ownNodes(body, "issue"), { siteUrl: SITE.url, language: "ar", story: () => null });
  const site = { ...SITE, postalAddress: "1 Bridge Street" };
  const { html } = renderMail(site, { ...DRAFT, language: "ar", blocks });
  expect(html).toMatch(/<pre dir="ltr"[^>]*text-align:left/);
  expect(html.match(/<td[^>]* dir="ltr"[^>]*>/g)).toHaveLength(1);
  expect(html).toMatch(/<p dir="ltr"[^>]*>[^<]*<br\/?>1 Bridge Street/);
  expect(html).toMatch(/<p style[^>]*>Bitcoin ترتفع/);
});
