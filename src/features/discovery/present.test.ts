import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deriveContent } from "#features/content/derive.ts";
import { contentHtml } from "#features/content/serialize.ts";
import { exampleRow } from "#test/support/article-rows.ts";
import { contentTree } from "#test/support/content-trees.ts";
import { SEED } from "#test/support/seed.ts";
import { escapeXml, jsonFeed, rss } from "./present.ts";
import type { FeedRow } from "./queries.ts";

const SITE = { name: "Jarida", url: "https://news.example" };
const rowOf = (html: string, more: Partial<FeedRow> = {}): FeedRow => {
  const { content } = deriveContent(html);
  return {
    ...exampleRow(content),
    title: "T",
    excerpt: "E",
    published_at: Date.UTC(2026, 0, 2),
    localAddresses: content.localAddresses,
    corrections: [],
    disclosures: [],
    ...more,
  } as FeedRow;
};
const feedOf = (row: FeedRow) => jsonFeed({ site: SITE, category: undefined, rows: [row] });
const contentOf = (html: string) => feedOf(rowOf(html)).items[0]?.content_html;

describe("addresses in a feed's content", () => {
  test.each([
    ["a path", '<a href="/about">a</a>', '<a href="https://news.example/about">a</a>'],
    ["the home page", '<a href="/">a</a>', '<a href="https://news.example/">a</a>'],
    ["a fragment: of the article's page", '<a href="#b">a</a>', '<a href="https://news.example/article/7#b">a</a>'],
    [
      "a stored picture",
      '<img src="/media/abcdefgh/40x30.jpg" alt="/x">',
      '<img src="https://news.example/media/abcdefgh/40x30.jpg" alt="/x" />',
    ],
    [
      "other hosts, mailboxes and telephones: as they are",
      '<a href="https://x.example/#a">a</a><a href="mailto:a@b.co">b</a><a href="tel:1">c</a>',
      '<a href="https://x.example/#a">a</a><a href="mailto:a@b.co">b</a><a href="tel:1">c</a>',
    ],
    ["text and code that look like one", '<pre><code>href="/a"</code></pre>', '<pre><code>href="/a"</code></pre>'],
  ])("%s", (_what, html, expected) => {
    expect(contentOf(html)).toBe(expected);
  });

  test(`are all absolute, and nothing else is changed (seed ${SEED})`, () => {
    fc.assert(
      fc.property(contentTree, (nodes) => {
        const { html } = contentHtml(nodes);
        const made = contentOf(html) ?? "";
        const found = [...made.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address]) => address);
        for (const address of found) expect(address).toMatch(/^(https?|mailto|tel):/);
        expect(made.replaceAll("https://news.example/article/7#", "#").replaceAll("https://news.example/", "/")).toBe(
          html,
        );
      }),
      { seed: SEED, numRuns: 150 },
    );
  });
});

describe("an item of a feed", () => {
  test("has the article's picture, else the first of its text, else none: a placeholder is not the article's", () => {
    const html = '<img src="/media/abcdefgh/40x30.jpg">';
    const imageOf = (row: FeedRow) => feedOf(row).items[0]?.image;
    expect(imageOf(rowOf(html, { image_url: "/a.png" }))).toBe("https://news.example/a.png");
    // A feed reader asks no other host, either.
    const remote = rowOf(html, { image_url: "https://x.example/a.png" });
    expect(imageOf(remote)).toBe("https://news.example/media/abcdefgh/40x30.jpg");
    expect(imageOf(rowOf(html))).toBe("https://news.example/media/abcdefgh/40x30.jpg");
    expect(imageOf(rowOf("<p>a</p>"))).toBeUndefined();
    expect(rss({ site: SITE, category: undefined, rows: [rowOf("<p>a</p>")] })).not.toContain("media:content");
  });

  test("names the category once, among the tags", () => {
    expect(feedOf(rowOf("", { tags: '["b","AI"]' })).items[0]?.tags).toEqual(["AI", "b"]);
  });

  test("is the same content in both formats", () => {
    const html = '<p>Fees &amp; "blocks" <a href="/a">]]&gt;</a></p>';
    const xml = rss({ site: SITE, category: undefined, rows: [rowOf(html)] });
    expect(xml).toContain(`<content:encoded>${escapeXml(contentOf(html) ?? "")}</content:encoded>`);
  });
});

describe("escapeXml", () => {
  test("leaves out what XML cannot say, even by a reference", () => {
    expect(escapeXml("a\0b\u0008c\uFFFEd\uD800e\tf\n")).toBe("abcde\tf\n");
    expect(escapeXml("🚀 é")).toBe("🚀 é");
  });

  test("escapes each sign once", () => {
    expect(escapeXml(`<&amp;>"'`)).toBe("&lt;&amp;amp;&gt;&quot;&apos;");
  });
});
