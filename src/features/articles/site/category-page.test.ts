import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { allCategories } from "#features/categories/calls.ts";
import { ApiError } from "#shared/api-client.ts";
import type { PageContext } from "#shared/page.ts";
import { categoryArticles } from "../calls.ts";
import { head, status } from "./category-page.tsx";

const contextOf = (slug: string, search = ""): PageContext => ({
  params: { slug },
  search: new URLSearchParams(search),
  now: 0,
  site: { name: "Jarida", url: "https://news.example.org", social: {} },
});

function clientWith(slug: string, page: number, total: number): QueryClient {
  const client = new QueryClient();
  client.setQueryData(allCategories().queryKey, [{ id: 1, name: "Real World", slug: "real-world", count: total }]);
  client.setQueryData(categoryArticles(slug, page).queryKey, { items: [], total });
  return client;
}

it("names the category as it is called, and points from its lower-cased name to its slug", () => {
  expect(head(contextOf("real world"), clientWith("real world", 1, 3))).toMatchObject({
    title: "Real World",
    canonical: "/category/real-world",
    feedOf: "real-world",
  });
});

it("gives a further page its own address", () => {
  expect(head(contextOf("real-world", "page=2"), clientWith("real-world", 2, 48)).canonical).toBe(
    "/category/real-world?page=2",
  );
});

it.each([
  ["the last page", 2, 48, 200],
  ["a page beyond the last", 3, 48, 404],
  ["the first page of an empty category", 1, 0, 200],
])("%s answers with its status", (_name, page, total, expected) => {
  const client = clientWith("real-world", page, total);
  expect(status(contextOf("real-world", `page=${page}`), client)).toBe(expected);
});

it("says of a page past the last one what its screen says", () => {
  const { title, description, robots } = head(contextOf("real-world", "page=9"), clientWith("real-world", 9, 30));
  expect({ title, robots }).toEqual({ title: "This page is past the last one", robots: "noindex" });
  expect(description).toContain("Real World");
});

it("answers 404 and stays out of search engines where there is no such category", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { queryKey } = categoryArticles("nowhere", 1);
  await client.prefetchQuery({ queryKey, queryFn: () => Promise.reject(new ApiError(404, {})) });
  expect(status(contextOf("nowhere"), client)).toBe(404);
  expect(head(contextOf("nowhere"), client).robots).toBe("noindex");
});
