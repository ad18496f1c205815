import { describe, expect, test } from "vitest";
import type { NewsRow } from "./queries.ts";
import { newsSitemap, sitemapIndex, sitemapOfArticles } from "./sitemaps.ts";

const ODD_SITE = { name: "Tom & Jerry's", url: "https://news.example", description: "What is new." };
const PUBLISHED = Date.UTC(2026, 0, 2);
const tag = (xml: string, name: string) => xml.match(new RegExp(`<${name}>([^<]*)</${name}>`))?.[1];

describe("sitemaps", () => {
  test("say when a part was changed, and nothing where that is not known", () => {
    const xml = sitemapIndex(ODD_SITE, [{ part: 1, modified: PUBLISHED }]);
    expect(xml.match(/<lastmod>/g)).toHaveLength(1);
    expect(xml).toContain("articles-1.xml</loc><lastmod>2026-01-02T00:00:00.000Z</lastmod>");
  });

  test("of articles have the picture of each, but none on another host", async () => {
    const row = { id: 7, title: "T", slug: "t", modified: PUBLISHED, image_url: "", content_image_url: "" };
    async function* batches() {
      yield [
        { ...row, image_url: "/media/abcdefgh/40x30.jpg" },
        { ...row, image_url: "https://x.example/a.jpg", content_image_url: "/media/bcdefghi/40x30.jpg" },
        { ...row, image_url: "https://x.example/a.jpg" },
      ];
    }
    let xml = "";
    for await (const chunk of sitemapOfArticles({ url: "https://news.example" }, batches())) xml += chunk;
    expect(xml).toContain('xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"');
    expect(
      [...xml.matchAll(/<image:image><image:loc>([^<]*)<\/image:loc><\/image:image>/g)].map(([, url]) => url),
    ).toEqual(["https://news.example/media/abcdefgh/40x30.jpg", "https://news.example/media/bcdefghi/40x30.jpg"]);
  });

  const news = (more: Partial<NewsRow>): NewsRow => ({
    ...{ id: 7, title: "T", slug: "", published_at: PUBLISHED, language: "" },
    ...{ genre: "news", canonical_url: "", is_noindex: 0, ...more },
  });

  test.each([
    ["a paid text", { genre: "sponsored" }],
    ["a text of another site", { canonical_url: "https://first.example/a" }],
    ["a text hidden from search engines", { is_noindex: 1 }],
  ] as const)("of news omit %s", (_what, more) => {
    expect(newsSitemap(ODD_SITE, [news(more)])).not.toContain("<url>");
    expect(newsSitemap(ODD_SITE, [news({ genre: "opinion" })])).toContain("<url>");
  });

  test("of news escape the publication's name with each article", () => {
    const xml = newsSitemap(ODD_SITE, [news({ title: "<T>" })]);
    expect([tag(xml, "news:name"), tag(xml, "news:title")]).toEqual(["Tom &amp; Jerry's", "&lt;T&gt;"]);
  });

  test.each([
    ["", "en"],
    ["ar-EG", "ar"],
    ["zh-Hant", "zh-tw"],
    ["zh", "zh-cn"],
  ])("has news in the language %j as %s", (language, code) => {
    const xml = newsSitemap(ODD_SITE, [news({ language })]);
    expect(tag(xml, "news:language")).toBe(code);
  });
});
