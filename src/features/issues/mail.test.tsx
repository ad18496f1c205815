import { expect, test } from "vitest";
import type { ArticleSummary } from "#features/articles/schema.ts";
import { UNSUBSCRIBE_LINK } from "#features/newsletter/rules.ts";
import { issueMail, leavingPage } from "./mail.tsx";

const SITE = { name: "Jarida", url: "https://news.example" };
const article = (change: Partial<ArticleSummary>) =>
  ({
    id: 1,
    title: "A title",
    category: "Crypto",
    excerpt: "In short.",
    image_url: "",
    image_alt: "",
    ...change,
  }) as ArticleSummary;
const mail = (introduction: string, articles: ArticleSummary[] = [], preview = "") =>
  issueMail(SITE, { subject: "The week", preview, introduction }, articles);
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

test("every address is absolute, and only the first article shows its picture", () => {
  const image_url = "/media/abcdefgh/1600x900.jpg";
  const { html, text } = mail("", [
    article({ id: 5, image_url, image_alt: "A <vault>" }),
    article({ id: 6, image_url }),
  ]);
  expect(html.match(/<img /g)).toHaveLength(1);
  expect(html).toContain(`src="https://news.example${image_url}"`);
  expect(html).toContain('alt="A &lt;vault&gt;"');
  for (const id of [5, 6]) {
    expect(html).toContain(`href="https://news.example/article/${id}"`);
    expect(text).toContain(`\nhttps://news.example/article/${id}\n`);
  }
  expect(html).not.toMatch(/(href|src)="\//);
});

test("the unsubscribe link is the reader's own, and in a test or preview leads to a page for nobody", () => {
  const content = { subject: "The week", preview: "", introduction: "Hello." };
  const own = issueMail(SITE, content, []);
  for (const part of [own.html, own.text]) expect(part).toContain(UNSUBSCRIBE_LINK);
  const test = issueMail(SITE, content, [], leavingPage(SITE));
  for (const part of [test.html, test.text]) {
    expect(part).toContain("https://news.example/unsubscribe");
    expect(part).not.toContain("{{");
  }
});

test("text by editors and authors is text in both parts, never markup", () => {
  const hostile = `</td><script>alert("1")</script> & {{unsubscribe_url}}`;
  const { html, text } = mail(hostile, [article({ title: hostile, excerpt: "", category: hostile })]);
  expect(html).not.toContain("<script");
  expect(html).toContain("&lt;/td&gt;&lt;script&gt;");
  expect(text).toContain(hostile);
});
