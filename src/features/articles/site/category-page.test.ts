import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { allCategories } from "#features/categories/rules.ts";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import type { PageContext } from "#shared/page.ts";
import { SITE } from "#test/support/reader-markup.tsx";
import { categoryArticles } from "../calls.ts";
import { head, status } from "./category-page.tsx";

const contextOf = (slug: string, search = ""): PageContext => ({
  params: { slug },
  search: new URLSearchParams(search),
  now: 0,
  site: { ...SITE, url: "https://news.example.org" },
});

function clientWith(slug: string, page: number, total: number): QueryClient {
  const client = new QueryClient();
  client.setQueryData(allCategories().queryKey, [{ id: 1, name: "Real World", slug: "real-world", count: total }]);
  client.setQueryData(categoryArticles(slug, page).queryKey, { items: [], total });
  return client;
}

it("shows the category's own name, with its slug as the canonical address of the lower-cased name", async () => {
  expect(await head(contextOf("real world"), clientWith("real world", 1, 3))).toMatchObject({
    title: "Real World",
    canonical: "/category/real-world",
    feedOf: "/category/real-world",
  });
});

it("gives each further page its own address", async () => {
  expect((await head(contextOf("real-world", "page=2"), clientWith("real-world", 2, 48))).canonical).toBe(
    "/category/real-world?page=2",
  );
});

it.each([
  ["the last page", 2, 48, 200],
  ["a page beyond the last", 3, 48, 404],
  ["the first page of an empty category", 1, 0, 200],
  ["a further page of an empty category", 9, 0, 404],
])("%s has its status", async (_name, page, total, expected) => {
  const client = clientWith("real-world", page, total);
  const context = contextOf("real-world", `page=${page}`);
  expect(status(context, client)).toBe(expected);
  expect((await head(context, client)).robots).toBe(expected === 404 ? "noindex" : undefined);
});

it("says the same of a page past the last one as the screen does", async () => {
  const { title, description, robots } = await head(contextOf("real-world", "page=9"), clientWith("real-world", 9, 30));
  expect({ title, robots }).toEqual({ title: "This page is past the last one", robots: "noindex" });
  expect(description).toContain("Real World");
});

it.each([
  [new ApiError(400, {}), 400],
  [new ApiError(429, {}), 429],
  [new ApiError(500, {}), 503],
  [new NetworkError(), 503],
])("passes on why its call was refused: %s", async (error, expected) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { queryKey } = categoryArticles("real-world", 1);
  await client.prefetchQuery({ queryKey, queryFn: () => Promise.reject(error) });
  expect(status(contextOf("real-world"), client)).toBe(expected);
  expect((await head(contextOf("real-world"), client)).robots).toBe("noindex");
});

it("returns 404 and is not indexed for an unknown category", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { queryKey } = categoryArticles("nowhere", 1);
  await client.prefetchQuery({ queryKey, queryFn: () => Promise.reject(new ApiError(404, {})) });
  expect(status(contextOf("nowhere"), client)).toBe(404);
  expect((await head(contextOf("nowhere"), client)).robots).toBe("noindex");
});
