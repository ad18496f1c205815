import { describe, expect, test } from "vitest";
import { examplePage, exampleSummary } from "#test/support/article-answers.ts";
import { defaultTags } from "../rules.ts";
import type { ArticleResponse, ArticleSummary } from "../schema.ts";
import { completeLatest, completeList, completePage, completeRelated, firstPictureIn } from "./complete.ts";
import { completeArticle } from "./complete-article.ts";

/** The fields of an article in a list of the specification. */
const SPECIFIED = { id: 7, title: "A title", category: "Real World", published_date: "2025-01-05T10:00:00Z" };
const listed = (change: object = {}) => [{ ...SPECIFIED, ...change } as unknown as ArticleSummary];
const article = (change: object = {}) => completeArticle({ ...SPECIFIED, ...change } as unknown as ArticleResponse);

describe("a list of the specified fields alone", () => {
  test("is complete with an excerpt, a byline and the path of the category", () => {
    expect(completeList(listed())[0]).toMatchObject({ excerpt: "", byline: "", category_slug: "real world" });
    expect(completeList(listed({ author: "Amina" }))[0]?.byline).toBe("Amina");
    expect(completeList(listed({ author: { name: "Amina" } }))[0]?.byline).toBe("Amina");
  });

  test("has the picture that its call promises where an article has none", () => {
    const content = '<p>A</p><IMG alt="x" src="/one.png?a=1&amp;b=2"><img src="/two.png">';
    for (const image_url of [undefined, null, ""]) {
      expect(completeList(listed({ image_url, content }))[0]?.image_url).toBe("");
      expect(completeLatest(listed({ image_url, content }))[0]?.image_url).toBe("/one.png?a=1&b=2");
      expect(completeLatest(listed({ image_url }))[0]?.image_url).toBe("/fallback.jpg");
      expect(completeRelated(listed({ image_url, content: "<p>b</p>" }))[0]?.image_url).toBe("/placeholder.jpg");
    }
    expect(completeLatest(listed({ image_url: "/own.png", content }))[0]?.image_url).toBe("/own.png");
  });

  test("of our own server stays as it is", () => {
    const own = [exampleSummary()];
    expect(completeLatest(own)).toEqual(own);
  });

  test.each([
    ["", ""],
    ["<p>a</p>", ""],
    ["<img src='/a b.png'>", "/a b.png"],
    ["<img alt=x src=/c.png>", "/c.png"],
    ["<img data-src=/d.png>", ""],
    ["<img alt", ""],
  ])("finds the first picture of %j", (html, expected) => expect(firstPictureIn(html)).toBe(expected));

  test("is paged here if the backend returns all of it", () => {
    const items = Array.from({ length: 30 }, (_, at) => exampleSummary({ id: at + 1 }));
    const shown = completePage(2, 24)({ items, total: 30 });
    expect([shown.items.map(({ id }) => id), shown.total]).toEqual([[25, 26, 27, 28, 29, 30], 30]);
    expect(completePage(2, 24)({ items: items.slice(24), total: 30 }).items).toHaveLength(6);
  });
});

describe("an article of the specified fields alone", () => {
  test("has an author, tags, a description and no additions", () => {
    const shown = article({ content: "<p>a</p>" });
    expect(shown).toMatchObject({
      content: "<p>a</p>",
      description: "A title",
      tags: defaultTags("Real World"),
      category_slug: "real world",
      last_updated: null,
      hero_url: "",
      images: [],
      corrections: [],
      author: { name: "The Founding Writer", image_url: "/authorPlaceholder.jpg" },
    });
    expect(shown.has_rest).toBeUndefined();
    expect(shown.authors).toMatchObject([{ id: null, has_page: false, name: "The Founding Writer" }]);
  });

  test("takes an author as an object or a name", () => {
    const author = { name: "Amina", image_url: "/a.jpg", bio: "Writes." };
    expect(article({ author })).toMatchObject({ byline: "Amina", authors: [author] });
    expect(article({ author: "Amina" })).toMatchObject({
      author: { name: "Amina", image_url: "/authorPlaceholder.jpg" },
    });
  });

  test("takes tags as a list or a text", () => {
    expect(article({ tags: " one,two, ,one" }).tags).toEqual(["one", "two"]);
    expect(article({ tags: ["one"] }).tags).toEqual(["one"]);
    for (const tags of [null, "", []]) expect(article({ tags }).tags).toEqual(defaultTags("Real World"));
  });

  test("of our own server stays as it is", () => {
    const own = examplePage();
    expect(completeArticle(own)).toEqual({ ...own, author: { ...own.author, image_url: "/authorPlaceholder.jpg" } });
  });
});
