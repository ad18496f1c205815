import { expect, test } from "vitest";
import { llmsTxt } from "./files.ts";

const SITE = { name: "The Daily", url: "https://daily.example", description: "News" };

test("llms.txt lists what there is room for in 50 kB, and always the feeds", () => {
  const pages = Array.from({ length: 400 }, (_, n) => ({ path: `/page-${n}`, title: `Page ${n} ${"é".repeat(80)}` }));
  const article = (id: number) => ({ id, title: `Story ${id}`, excerpt: "ü".repeat(300), genre: "news" });
  const sections = ["World", "Sport"].map((name) => ({
    name,
    articles: Array.from({ length: 10 }, (_, n) => article(n)),
  }));
  const full = llmsTxt({ site: SITE, pages, sections });
  expect(Buffer.byteLength(full)).toBeLessThanOrEqual(50_000);
  expect(Buffer.byteLength(full)).toBeGreaterThan(49_000);
  expect(full).toContain("- [RSS](https://daily.example/rss.xml)");
  const short = llmsTxt({ site: SITE, pages: pages.slice(0, 1), sections });
  expect(short.match(/^## .+$/gm)).toEqual(["## Pages", "## World", "## Sport", "## RSS"]);
  expect(short).toContain(`- [Story 9](https://daily.example/article/9.md): ${"ü".repeat(300)}`);
});
