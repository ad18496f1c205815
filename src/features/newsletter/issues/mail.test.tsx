import { describe, expect, test } from "vitest";
import type { IssueArticle } from "#features/articles/schema.ts";
import { UNSUBSCRIBE_LINK } from "#features/newsletter/rules.ts";
import type { CorrectionRow } from "#features/record/queries.ts";
import { withNodes } from "./internal/content-parts.ts";
import { issueMail, leavingPage } from "./mail.tsx";

const SITE = { name: "Jarida", url: "https://news.example", postalAddress: "" };
const article = (change: Partial<IssueArticle>) =>
  ({
    id: 1,
    title: "A title",
    category: "Crypto",
    excerpt: "In short.",
    image_url: "",
    image_alt: "",
    language: "",
    ...change,
  }) as IssueArticle;
const mail = (introduction: string, articles: IssueArticle[] = [], preview = "") =>
  issueMail(SITE, { subject: "The week", preview, introduction, nodes: [] }, articles);
/** What inboxes show next to the subject: the hidden line at the beginning. */
const previewOf = ({ html }: { html: string }) => /opacity:0">([^<]*)</.exec(html)?.[1];

test("an introduction's paragraphs are separated by blank lines, whatever its line endings", () => {
  const { text, html } = mail("\n\nOne\r\ntwo.\r\n \t \r\nThree.\n\n\nFour.\r\r");
  expect(text).toContain("\n\nOne\ntwo.\n\nThree.\n\nFour.\n\n");
  expect(html.match(/<p class="ink"/g)).toHaveLength(3);
  expect(html).toContain("One<br/>two.");
});

test.each([
  ["the editor's own preview text", mail("Hello.", [article({})], "Inside: fees"), "Inside: fees"],
  ["else how the introduction begins", mail("Hello.\n\nMore.", [article({})]), "Hello."],
  ["else the titles", mail(" \n ", [article({ title: "One" }), article({ title: "Two" })]), "One · Two"],
])("inboxes show %s", (_what, content, preview) => {
  expect(previewOf(content)).toBe(preview);
});

test("labels a sponsored article", () => {
  const { html, text } = mail("", [
    article({ title: "Our card", genre: "sponsored" }),
    article({ id: 2, title: "News" }),
  ]);
  for (const part of [html, text]) expect(part.match(/Sponsored: /g)?.length, part).toBeGreaterThan(0);
  expect(text).toContain("Sponsored: Our card");
  expect(text).not.toContain("Sponsored: News");
});

test("a picture on another host is left out: who opens the mail would ask that host", () => {
  const body =
    '<p>Text</p><figure><img src="https://x.example/a.png" alt="" /><figcaption>Seen there</figcaption></figure>';
  const content = withNodes({ subject: "The week", preview: "", introduction: "", body });
  const { html, text } = issueMail(SITE, content, []);
  expect(html).not.toMatch(/x\.example|Seen there/);
  expect(text).not.toContain("Seen there");
});

test("every address is absolute, and only the first article shows its picture", () => {
  const image_url = "/media/abcdefgh/1600x900.jpg";
  const { html, text } = mail("", [
    article({ id: 5, image_url, image_alt: "A <vault>", image_caption: "The <vault>", image_credit: "J. Otieno" }),
    article({ id: 6, image_url }),
  ]);
  expect(html.match(/<img /g)).toHaveLength(1);
  expect(html).toContain(`src="https://news.example${image_url}"`);
  expect(html).toMatch(/<\/a><p [^>]*>The &lt;vault&gt;<\/p><p [^>]*>J\. Otieno<\/p><\/td>/);
  expect(html).toContain('alt="A &lt;vault&gt;"');
  for (const id of [5, 6]) {
    expect(html).toContain(`href="https://news.example/article/${id}"`);
    expect(text).toContain(`\nhttps://news.example/article/${id}\n`);
  }
  expect(html).not.toMatch(/(href|src)="\//);
});

test.each([
  ["ar", "Bitcoin \u0642\u0627\u0644", ' lang="ar" dir="rtl"'],
  ["fr", "Un titre", ' lang="fr" dir="ltr"'],
  ["", "\u0642\u0627\u0644", ' dir="rtl"'],
  ["", "A title", ""],
])("an article in the language %j says it, and where its lines begin", (language, words, attributes) => {
  const { html } = mail("", [article({ language, title: words, excerpt: words })]);
  expect(html).toContain(`<h2${attributes} class="ink"`);
  expect(html).toContain(`<p${attributes} class="muted"`);
});

test("the unsubscribe link is the reader's own, and in a test or preview leads to a page for nobody", () => {
  const content = { subject: "The week", preview: "", introduction: "Hello.", nodes: [] };
  const own = issueMail(SITE, content, []);
  for (const part of [own.html, own.text]) expect(part).toContain(UNSUBSCRIBE_LINK);
  const test = issueMail(SITE, content, [], { leaveUrl: leavingPage(SITE) });
  for (const part of [test.html, test.text]) {
    expect(part).toContain("https://news.example/unsubscribe");
    expect(part).not.toContain("{{");
  }
});

test("300 short items with links are a mail that Gmail does not clip", () => {
  const item = '<li><p><a href="https://example.com/story/100">Story number 100</a> in one short line.</p></li>';
  const body = `<ul>${item.repeat(300)}</ul>`;
  const { html } = issueMail(SITE, withNodes({ subject: "The week", preview: "", introduction: "", body }), []);
  expect(Buffer.byteLength(html)).toBeLessThan(2.2 * body.length);
});

test("the frame has a fixed width in Outlook, and words that are too long break everywhere", () => {
  const body = "<h2>A heading</h2><blockquote><p>A quote</p></blockquote><table><tr><td>A cell</td></tr></table>";
  const { html } = issueMail(SITE, withNodes({ subject: "The week", preview: "", introduction: "", body }), [
    article({}),
  ]);
  expect(html).toMatch(
    /<!--\[if mso\]><table [^>]*width="600"[\s\S]*<!--\[if mso\]><\/td><\/tr><\/table><!\[endif\]-->/,
  );
  expect(html).toContain("table-layout:fixed");
  // Outlook inherits no font through a table, so each cell with text has it.
  for (const text of ["A quote", "A cell"]) {
    const cell = html
      .slice(0, html.indexOf(text))
      .match(/<td[^>]*>/g)
      ?.at(-1);
    expect(cell, text).toMatch(/font:400 16px.*overflow-wrap:anywhere/);
  }
});

test("a correction has the date of the newsroom's time zone", () => {
  const site = { ...SITE, timeZone: "Africa/Nairobi" };
  const correction = {
    article_id: 1,
    at: Date.UTC(2026, 10, 26, 22),
    title: "A title",
    reason: "A digit was missing.",
  };
  const content = { subject: "The week", preview: "", introduction: "", nodes: [] };
  const corrections = [correction as CorrectionRow];
  expect(issueMail(site, content, [], { corrections }).text).toContain("Correction, November 27, 2026, to “A title”");
});

test("text by editors and authors is text in both parts, never markup", () => {
  const hostile = `</td><script>alert("1")</script> & {{unsubscribe_url}}`;
  const { html, text } = mail(hostile, [article({ title: hostile, excerpt: "", category: hostile })]);
  expect(html).not.toContain("<script");
  expect(html).toContain("&lt;/td&gt;&lt;script&gt;");
  expect(text).toContain(hostile);
});

describe("the rich text of an issue", () => {
  const rich = (body: string, articles: IssueArticle[] = []) =>
    issueMail(SITE, withNodes({ subject: "The week", preview: "", introduction: "", body }), articles);
  const stored = "/media/abcdefgh/1600x900.jpg";

  test.each([
    [
      "paragraphs, marks and links",
      '<p>One <strong>two</strong> <a href="/about">three</a></p>',
      "One two three (https://news.example/about)",
      '<strong>two</strong> <a href="https://news.example/about"',
    ],
    [
      "a bare address once",
      '<p><a href="https://a.example/">https://a.example/</a></p>',
      "\nhttps://a.example/\n",
      ">https://a.example/</a>",
    ],
    ["headings, below the mail's own", "<h1>One</h1>", "One\n---", "<h2"],
    ["lists", '<ul><li>a</li><li><p>b</p></li></ul><ol start="3"><li>c</li></ol>', "- a\n- b\n\n3. c", '<ol start="3"'],
    ["quotes", "<blockquote><p>a</p><p>b</p></blockquote>", "> a\n> \n> b", "border-left"],
    ["what stands beside the text", '<aside class="callout-tip"><p>a</p></aside>', "\na\n", ">Tip</p>"],
    ["dividers", "<p>a</p><hr /><p>b</p>", "a\n\n* * *\n\nb", "<hr "],
    [
      "pictures, not wider than the text",
      `<img src="${stored}" alt="A quay" />`,
      "[A quay]",
      `<img src="https://news.example${stored}" alt="A quay" width="536"`,
    ],
    [
      "figures",
      `<figure><img src="${stored}" /><small>C</small><figcaption>b</figcaption></figure>`,
      "C\n\nb",
      ">b</p>",
    ],
    ["tables", "<table><tr><th>a</th><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>", "a | b\nc | d", "<th "],
    ["code", '<pre><code class="language-go">a\n  b</code></pre>', "a\n  b", "a\n  b</code></pre>"],
    [
      "a button",
      '<p class="button"><a href="/contact">Write to us</a></p>',
      "Write to us:\nhttps://news.example/contact",
      'class="button"',
    ],
    [
      "a sponsor, who is named as such",
      '<aside class="sponsor"><p><a href="https://s.example/?a&amp;b">Acme</a></p><p>Buy.</p></aside>',
      "Sponsored:\nAcme (https://s.example/?a&b)\n\nBuy.",
      ">Sponsored</p>",
    ],
    ["text that stands nowhere", "a <em>b</em><p>c</p>", "a b\n\nc", "<em>b</em></p>"],
    [
      "footnotes, whose numbers lead nowhere",
      '<p>a<sup><a href="#fn-1">1</a></sup></p><section class="footnotes"><ol><li id="fn-1"><p>b</p></li></ol></section>',
      "a[1]\n\n1. b",
      "<sup>1</sup>",
    ],
  ])("has %s in both parts", (_what, body, text, html) => {
    const mail = rich(body);
    expect(mail.text).toContain(text);
    expect(mail.html).toContain(html);
    expect(mail.html).not.toMatch(/(href|src)="(\/|#)/);
  });

  test("shows articles where they stand, with or without a picture, and those that are only listed after it", () => {
    const block = (id: number, kind: string) => `<article class="${kind}" data-article="${id}"></article>`;
    const image_url = stored;
    const all = [5, 6, 7].map((id) => article({ id, title: `Story ${id}`, image_url }));
    const { html, text } = rich(
      `${block(6, "with-picture")}<p>Between.</p>${block(5, "without-picture")}${block(8, "with-picture")}`,
      all,
    );
    expect(html.match(/<img /g)).toHaveLength(1);
    const places = ["Story 6", "Between.", "Story 5", "Story 7"].map((words) => text.indexOf(words));
    expect(places).toEqual([...places].sort((left, right) => left - right));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(text.match(/Story/g)).toHaveLength(3);
  });

  test("that begins with words is what inboxes show beside the subject", () => {
    expect(previewOf(rich("<h2>Big</h2><p>How <em>it</em> began.</p>"))).toBe("How it began.");
  });
});

test("every mail ends with the postal address, where there is one", () => {
  const site = { ...SITE, postalAddress: "Moi Avenue 1\nNairobi <Kenya>" };
  const { html, text } = issueMail(site, { subject: "a", preview: "", introduction: "b", nodes: [] }, []);
  expect(text).toMatch(/\n\nJarida\nMoi Avenue 1\nNairobi <Kenya>\n$/);
  expect(html).toContain("Jarida<br/>Moi Avenue 1<br/>Nairobi &lt;Kenya&gt;</p>");
  expect(mail("b").html).not.toContain("Jarida<br/>");
});
