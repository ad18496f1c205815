import { expect, test } from "vitest";
import { deriveContent } from "#features/content/derive.ts";
import { contentsOf } from "./contents.ts";

const contents = (html: string) => contentsOf(deriveContent(html).content.outline).contents;

test("lists the headings of the highest level with the ids that the text has", () => {
  const html = "<h2>Why</h2><p>a</p><h3>Detail</h3><h2>How  <em>exactly</em></h2><h2></h2><p>b</p><h2>Why</h2><p>c</p>";
  const listed = contents(html) ?? [];
  expect(listed.map(({ text }) => text)).toEqual(["Why", "How exactly", "Why"]);
  const { pageHtml } = deriveContent(html).content;
  for (const { id } of listed) expect(pageHtml).toContain(`id="${id}"`);
  expect(new Set(listed.map(({ id }) => id)).size).toBe(3);
});

test("lists all headings if there are few of the highest level", () => {
  expect(contents("<h2>A</h2><h3>B</h3><h3>C</h3>")?.map(({ text }) => text)).toEqual(["A", "B", "C"]);
});

test("is omitted for a text with fewer than three headings, and bounded", () => {
  expect(contents("<h2>A</h2><p>a</p><h2>B</h2>")).toBeUndefined();
  expect(contents("<h2>A</h2>".repeat(100))).toHaveLength(30);
});
