import { describe, expect, test } from "vitest";
import type { Category } from "#features/categories/endpoints.ts";
import type { NewsRow } from "./queries.ts";
import { newsSitemap, sitemapIndex, sitemapOfArticles, sitemapOfPages } from "./sitemaps.ts";

const ODD_SITE = { name: "Tom & Jerry's", url: "https://news.example", description: "What is new." };
const PUBLISHED = Date.UTC(2026, 0, 2);
const tag = (xml: string, name: string) => xml.match(new RegExp(`<${name}>([^<]*)</${name}>`))?.[1];

describe("sitemaps", () => {
  const category = (slug: string, count: number) => ({ id: 1, name: slug, slug, count }) as Category;
  const pathsOf = (xml: string) =>
    [...xml.matchAll(/<loc>https:\/\/news\.example([^<]*)<\/loc>/g)].map(([, path]) => path);

  test("list no category without articles, and the newsletter's pages only where an issue was sent", () => {
    const listed = {
      categories: [category("ai", 1), category("empty", 0)],
      newest: new Map(),
      issues: [],
      authors: [],
      topics: [],
      series: [],
      months: [],
      pages: ["about", "imprint"].map((slug) => ({ slug, modified: null })),
    };
    const without = pathsOf(sitemapOfPages(ODD_SITE, listed));
    expect([without.includes("/category/ai"), without.includes("/category/empty")]).toEqual([true, false]);
    // Each page once, and none that is not published.
    expect(without.filter((path) => ["/about", "/contact", "/imprint"].includes(path ?? ""))).toEqual([
      "/about",
      "/imprint",
    ]);
    const more = pathsOf(
      sitemapOfPages(ODD_SITE, {
        ...listed,
        issues: [4, 2].map((id) => ({ id, modified: PUBLISHED })),
        authors: [{ slug: "amina", modified: PUBLISHED }],
        topics: [{ slug: "bitcoin", modified: PUBLISHED }],
      }),
    );
    expect(more.filter((path) => !without.includes(path)).sort()).toEqual([
      ...["/authors", "/authors/amina", "/newsletter", "/newsletter/2", "/newsletter/4", "/topics/bitcoin"],
    ]);
  });

  test("say when a part was changed, and nothing where that is not known", () => {
    const xml = sitemapIndex(ODD_SITE, [{ part: 1, modified: PUBLISHED }]);
    expect(xml.match(/<lastmod>/g)).toHaveLength(1);
    expect(xml).toContain("articles-1.xml</loc><lastmod>2026-01-02T00:00:00.000Z</lastmod>");
  });

  test("date each page by the newest that it lists, or by its own change", () => {
    const dated = (slug: string) => [{ slug, modified: PUBLISHED }];
    const xml = sitemapOfPages(ODD_SITE, {
      categories: [category("ai", 1), category("tech", 1)],
      newest: new Map([
        ["ai", PUBLISHED],
        ["tech", PUBLISHED - 1],
      ]),
      issues: [{ id: 4, modified: PUBLISHED }],
      authors: dated("amina"),
      topics: dated("bitcoin"),
      series: dated("course"),
      months: dated("2026-01"),
      pages: dated("about"),
    });
    const dates = new Map(
      [...xml.matchAll(/<loc>https:\/\/news\.example([^<]*)<\/loc>(?:<lastmod>([^<]*)<)?/g)].map(([, path, date]) => [
        path,
        date,
      ]),
    );
    const day = "2026-01-02T00:00:00.000Z";
    const own = ["/", "/category/ai", "/newsletter", "/newsletter/4", "/authors/amina", "/topics/bitcoin"];
    for (const path of [...own, "/series/course", "/archive/2026/01", "/about"])
      expect(dates.get(path), path).toBe(day);
    expect(dates.get("/category/tech")).toBe("2026-01-01T23:59:59.999Z");
    expect([dates.has("/corrections"), dates.get("/corrections")]).toEqual([true, undefined]);
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
    expect([tag(xml, "news:name"), tag(xml, "news:title")]).toEqual(["Tom &amp; Jerry&apos;s", "&lt;T&gt;"]);
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
