import { describe, expect, test } from "vitest";
import { allCategories } from "#features/categories/rules.ts";
import { ApiError, NetworkError, type Paged } from "#shared/api-client.ts";
import { clientOfAnswers } from "#test/support/answers.ts";
import { exampleSummary } from "#test/support/article-answers.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { readerMarkup, wordsOf } from "#test/support/reader-markup.tsx";
import { categoryArticles } from "../calls.ts";
import type { ArticleSummary } from "../schema.ts";
import { Page } from "./category-page.tsx";

const KNOWN = [{ id: 1, name: "Real World", slug: "real-world", count: 60 }];

async function screen(
  answer: Paged<ArticleSummary> | Error | undefined,
  { slug = "real-world", page = 1, known = KNOWN as typeof KNOWN | null } = {},
) {
  const { client, has, fails } = clientOfAnswers();
  if (known) has(allCategories(), known);
  const call = categoryArticles(slug, page);
  if (answer instanceof Error) await fails(call, answer);
  else if (answer) has(call, answer);
  return readerMarkup(<Page />, { client, params: { slug }, to: `/category/${slug}?page=${page}` });
}
const articles = (count: number, total = count) => ({
  items: Array.from({ length: count }, (_, at) => exampleSummary({ id: at + 1 })),
  total,
});
const headOf = (html: string) => wordsOf(html.match(/<header.*?<\/header>/)?.[0] ?? "");
const rank = (html: string) =>
  parseHtml(html)
    .all("h1, h2, h3, h4, h5, h6")
    .map(({ localName }) => localName);

describe("the page of a category", () => {
  test.each([
    ["one article", articles(1), "Real World 1 article RSS"],
    ["several", articles(3), "Real World 3 articles RSS"],
    ["none, which is not counted", articles(0), "Real World"],
  ])("says how many articles it has: %s", async (_what, answer, words) => {
    expect(headOf(await screen(answer))).toBe(words);
  });

  test("says on which page one is, from the second on", async () => {
    expect(headOf(await screen(articles(3, 60), { page: 2 }))).toBe("Real World 60 articles, page 2 RSS");
  });

  test("is called by its own name, that of its articles, or as its address has it", async () => {
    expect(headOf(await screen(undefined))).toMatch(/^Real World/);
    expect(headOf(await screen(articles(1), { known: null }))).toMatch(/^Real World/);
    const others = { items: [exampleSummary({ category_slug: "other" })], total: 1 };
    expect(headOf(await screen(others, { known: null }))).toMatch(/^Real-world/);
    expect(headOf(await screen(undefined, { known: null }))).toBe("Real-world");
  });

  test("does not repeat its name on each of its cards", async () => {
    const kickers = parseHtml(await screen(articles(3))).values(
      "main a.kicker, section a.kicker, article a.kicker",
      "href",
    );
    expect(kickers).toEqual([]);
  });

  test("begins with its newest article, spanning both columns, on the first page alone", async () => {
    const wide = /sm:col-span-2/;
    expect(wide.test(await screen(articles(3)))).toBe(true);
    expect(wide.test(await screen(articles(3, 60), { page: 2 }))).toBe(false);
  });

  test("has headings one below the other, none left out", async () => {
    expect(rank(await screen(articles(3))).slice(0, 4)).toEqual(["h1", "h2", "h2", "h2"]);
  });

  test("says that it loads, and that it failed with another try", async () => {
    expect(parseHtml(await screen(undefined)).role("status")).toContain("Loading articles...");
    for (const error of [new ApiError(503, {}), new NetworkError()]) {
      const page = parseHtml(await screen(error));
      expect(page.role("alert")).toEqual(["The articles could not be loaded."]);
      expect(page.role("button", "Try again")).toHaveLength(1);
    }
  });

  test("tells an empty category from a page past its last, and both from one that is none", async () => {
    expect(wordsOf(await screen(articles(0)))).toContain("Nothing published here yet");
    const past = await screen({ items: [], total: 30 }, { page: 9 });
    expect(wordsOf(past)).toContain("This page is past the last one The articles of this category end before it.");
    expect(parseHtml(past).texts("a[href='/category/real-world']")).toContain("Go to the first page");
    expect(wordsOf(await screen(new ApiError(404, {})))).toContain("Category not found");
  });

  test("leads to its neighbours without naming the first page in an address", async () => {
    const links = async (page: number) =>
      parseHtml(await screen(articles(24, 60), { page })).values("a[rel=prev], a[rel=next]", "href");
    expect(await links(1)).toEqual(["/category/real-world?page=2"]);
    expect(await links(2)).toEqual(["/category/real-world", "/category/real-world?page=3"]);
  });
});
