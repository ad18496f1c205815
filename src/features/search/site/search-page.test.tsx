import { describe, expect, test } from "vitest";
import { trendingArticles } from "#features/articles/calls.ts";
import type { ArticleSummary } from "#features/articles/schema.ts";
import { ApiError, NetworkError, type Paged } from "#shared/api-client.ts";
import type { PageContext } from "#shared/page.ts";
import { clientOfAnswers } from "#test/support/answers.ts";
import { exampleSummary } from "#test/support/article-answers.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { readerMarkup, SITE, wordsOf } from "#test/support/reader-markup.tsx";
import { head, Page, queries, searchResults, status } from "./search-page.tsx";

const contextOf = (search: string): PageContext => ({
  params: {},
  search: new URLSearchParams(search),
  now: 0,
  site: SITE,
});

async function searched(search: string, answer: Paged<ArticleSummary> | Error | undefined) {
  const { client, has, fails } = clientOfAnswers();
  const given = new URLSearchParams(search);
  const query = given.get("query")?.trim() ?? "";
  const call = searchResults({ query, page: Number(given.get("page") ?? 1) });
  if (answer instanceof Error) await fails(call, answer);
  else if (answer) has(call, answer);
  return { client, html: readerMarkup(<Page />, { client, to: `/search?${search}` }) };
}
const found = (count: number, total = count, change: Partial<ArticleSummary> = {}) => ({
  items: Array.from({ length: count }, (_, at) => exampleSummary({ id: at + 1, ...change })),
  total,
});

describe("the page of a search", () => {
  test.each([
    ["one result", found(1), "1 result"],
    ["several", found(2, 41), "41 results"],
    ["none", found(0), "No results found."],
    ["that it still looks", undefined, "Loading..."],
  ])("says %s", async (_what, answer, words) => {
    expect(parseHtml((await searched("query=bank", answer)).html).role("status")).toEqual([words]);
  });

  test("shows no more of a result than there is", async () => {
    const items = [{ id: 6, title: "Found", excerpt: "By its text" } as ArticleSummary];
    const { html } = await searched("query=zzz", { items, total: 1 });
    const page = parseHtml(html);
    expect(page.texts("article")).toEqual([expect.stringMatching(/^Found ?By its text$/)]);
    expect(page.all("article img")).toEqual([]);
  });

  test("marks breaking news", async () => {
    const count = async (is_breaking: boolean) =>
      wordsOf((await searched("query=bank", found(2, 2, { is_breaking }))).html).match(/Breaking/g)?.length ?? 0;
    expect([await count(true), await count(false)]).toEqual([2, 0]);
  });

  test("says that it failed, not that nothing was found", async () => {
    const { html } = await searched("query=bank", new NetworkError());
    const page = parseHtml(html);
    expect([page.role("alert"), page.role("status").join()]).toEqual([["Failed to fetch search results"], ""]);
  });

  test("asks what one looks for where nothing is asked, and looks for nothing", async () => {
    for (const search of ["", "query=", "query=%20%20"]) {
      const { html } = await searched(search, undefined);
      expect(wordsOf(html), search).toContain("What would you like to read about?");
      expect(queries(contextOf(search)).map(({ queryKey }) => queryKey)).toEqual([trendingArticles().queryKey]);
    }
  });

  test("marks what matches, and shows a query as text, whatever it is", async () => {
    const query = '<b>"ba\u202e';
    const { html } = await searched(new URLSearchParams({ query }).toString(), found(1, 1, { title: "A <b> Bank" }));
    const page = parseHtml(html);
    expect(page.all("b")).toEqual([]);
    expect(page.texts("mark")).toContain("Bank");
    expect(page.values("main input, input[type=search]", "value")).toContain(query);
    expect(wordsOf(html)).toContain(`Search Results for "${query}"`);
  });

  test("leads to its other pages by the same query", async () => {
    const { html } = await searched("query=a%26b&page=2", found(20, 60));
    const links = parseHtml(html)
      .values("a[rel=prev], a[rel=next]", "href")
      .map((href) => new URL(href ?? "", "https://x.example").search);
    expect(links.map((search) => [...new URLSearchParams(search)])).toEqual([
      [["query", "a&b"]],
      [
        ["query", "a&b"],
        ["page", "3"],
      ],
    ]);
  });
});

describe("a page past the last of a search", () => {
  test.each([
    ["beyond its pages", "query=bank&page=9", found(0, 30), 404],
    ["of so many that not all are listed", "query=bank&page=2", found(0, 5_000), 404],
    ["its last", "query=bank&page=2", found(10, 30), 200],
    ["of nothing, which has one page whichever is asked for", "query=bank&page=9", found(0), 200],
  ])("%s", async (_what, search, answer, expected) => {
    const { client, html } = await searched(search, answer);
    expect(status(contextOf(search), client)).toBe(expected);
    expect(html.includes("This page is past the last one")).toBe(expected === 404);
  });
});

describe("the status of a search", () => {
  test.each([
    ["that is refused", new ApiError(400, {}), 400],
    ["of somebody who asks too often", new ApiError(429, {}), 429],
    ["that failed", new ApiError(500, {}), 503],
    ["that nobody answered", new NetworkError(), 503],
  ])("%s", async (_what, error, expected) => {
    const { client } = await searched("query=bank", error);
    expect(status(contextOf("query=bank"), client)).toBe(expected);
  });
});

test("searches stay out of search engines, under the address of their query", () => {
  expect(head(contextOf("query=%20a%26b%20&page=3"))).toMatchObject({
    title: 'Search Results for "a&b"',
    canonical: "/search?query=a%26b",
    robots: "noindex",
  });
  expect(head(contextOf(""))).toMatchObject({ title: "Search", canonical: "/search", robots: "noindex" });
});
