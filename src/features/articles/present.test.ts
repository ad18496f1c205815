import { describe, expect, test } from "vitest";
import { deriveContent } from "#features/content/derive.ts";
import { exampleRow } from "#test/support/article-rows.ts";
import { presentDetail, presentForEditor, presentPage, presentSummary } from "./present.ts";
import type { EditorRow, PageRow } from "./queries.ts";

const STORED = "/media/abcdefgh/400x300.jpg";
const OWN = "/media/hgfedcba/400x300.jpg";

/** An article's row with what is derived from its content. */
function rowOf(html: string, more: Partial<PageRow> = {}): PageRow & EditorRow {
  const { content } = deriveContent(html);
  return {
    ...exampleRow(content),
    version: 1,
    working_copy_version: null,
    working_copy_changes: null,
    author_image_url: "",
    author_bio: null,
    author_links: null,
    is_featured: 1,
    pageHtml: content.pageHtml,
    hasRest: content.hasRest,
    outline: content.outline,
    textBeginning: content.text.slice(0, 600),
    sources: "[]",
    ...more,
  } as PageRow & EditorRow;
}

describe("an article's picture", () => {
  const TEXT_PICTURE = `<p>a</p><img src="${STORED}" alt="In the text">`;

  test.each([
    ["its own", { image_url: OWN, image_alt: "Own" }, TEXT_PICTURE, OWN, "Own"],
    ["else the first of its text, without the words for another one", { image_alt: "Own" }, TEXT_PICTURE, STORED, ""],
    ["else a placeholder", {}, "<p>a</p>", "/fallback.jpg", ""],
  ])("is %s", (_what, more, html, url, alt) => {
    expect(presentSummary(rowOf(html, more))).toMatchObject({ image_url: url, image_alt: alt });
  });

  test("is the list's own placeholder where there is one", () => {
    expect(presentSummary(rowOf(""), { fallback: "/placeholder.jpg" }).image_url).toBe("/placeholder.jpg");
    expect(presentSummary(rowOf(TEXT_PICTURE), { fallback: "/placeholder.jpg" }).image_url).toBe(STORED);
  });

  test("stands above the text unless it stands in it; a placeholder does", () => {
    expect(presentPage(rowOf(TEXT_PICTURE)).hero_url).toBe("");
    expect(presentPage(rowOf(TEXT_PICTURE, { image_url: STORED })).hero_url).toBe("");
    expect(presentPage(rowOf(TEXT_PICTURE, { image_url: OWN })).hero_url).toBe(OWN);
    expect(presentPage(rowOf("<p>a</p>")).hero_url).toBe("/fallback.jpg");
  });
});

describe("the caption and credit of the picture", () => {
  test("are on the page as far as the library has them", () => {
    const lines = (more: Partial<PageRow>) => {
      const { image_caption, image_credit } = presentPage(rowOf("", { image_url: OWN, ...more }));
      return { image_caption, image_credit };
    };
    expect(lines({ picture_caption: "The quay", picture_credit: "J. Otieno" })).toEqual({
      image_caption: "The quay",
      image_credit: "J. Otieno",
    });
    expect(lines({ picture_caption: "", picture_credit: "J. Otieno" })).toEqual({ image_credit: "J. Otieno" });
    expect(lines({ picture_caption: null, picture_credit: null })).toEqual({});
  });
});

describe("what a page says it is about", () => {
  test.each([
    ["the excerpt, as it is", "<p>a</p>", { excerpt: "In short\nsaid" }, "In short\nsaid"],
    ["else the beginning of the text, in one line", "<h2>a</h2><p>b &amp; c</p>", {}, "a b & c"],
    ["cut where it is long", `<p>${"word ".repeat(60)}</p>`, {}, `${"word ".repeat(32).trimEnd()}...`],
    ["else the title", "<p> </p>", {}, "Title"],
  ])("is %s", (_what, html, more, expected) => {
    expect(presentPage(rowOf(html, more)).description).toBe(expected);
  });

  test("comes with the text of its page, not with the stored one", () => {
    const page = presentPage(rowOf(`<h1>a</h1><p>${"b".repeat(600)}</p>`));
    expect(page.content).toMatch(/^<h2 id="h-a"><a href="#h-a">a<\/a><\/h2>/);
    expect(page.has_rest).toBe(true);
  });
});

describe("what is missing", () => {
  test("is filled in for readers: tags, author, portrait", () => {
    expect(presentDetail(rowOf(""))).toMatchObject({
      tags: ["AI", "News", "Latest"],
      author: { name: "Amina", image_url: expect.stringMatching(/^\//), bio: "", links: [] },
    });
    expect(presentSummary(rowOf("", { category: "News" })).tags).toEqual(["News", "Latest"]);
    const nobody = rowOf("", { author_name: null });
    expect(presentSummary(nobody).author).toBe(presentDetail(nobody).author.name);
  });

  test("stays missing for editors, or saving would store it", () => {
    expect(presentForEditor(rowOf(`<img src="${STORED}">`, { image_alt: "x" }))).toMatchObject({
      image_url: "",
      image_alt: "x",
      tags: [],
    });
  });

  test("a date is ISO 8601 in UTC, or null", () => {
    expect(presentSummary(rowOf(""))).toMatchObject({
      published_date: "2026-01-02T03:04:05.678Z",
      last_updated: null,
    });
    expect(presentSummary(rowOf("", { published_at: null, last_updated_at: 0 }))).toMatchObject({
      published_date: null,
      last_updated: "1970-01-01T00:00:00.000Z",
    });
  });
});
