import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { allCategories } from "#features/categories/rules.ts";
import type { Paged } from "#shared/api-client.ts";
import { exampleDetail, exampleSummary } from "#test/support/article-answers.ts";
import { editorsPicks } from "../calls.ts";
import type { ArticleSummary } from "../schema.ts";
import {
  articleListPage,
  listChanged,
  listCreated,
  listDeleted,
  listsChanged,
  listUpdated,
  showFlag,
} from "./calls.ts";

const ALL = articleListPage({}, 1).queryKey;
const DRAFTS = articleListPage({ status: "draft" }, 1).queryKey;
const OTHERS = [allCategories().queryKey, editorsPicks().queryKey];

/** A cache with two pages of the editors' list, one of them empty, and what else an editor has open. */
function cacheWith(...ids: number[]) {
  const client = new QueryClient();
  const items = ids.map((id) => exampleSummary({ id, title: `Article ${id}` }));
  client.setQueryData(ALL, { items, total: 120 });
  client.setQueryData(DRAFTS, { items: [], total: 0 });
  for (const key of OTHERS) client.setQueryData(key, ["untouched"]);
  const list = (key = ALL) => client.getQueryData<Paged<ArticleSummary>>(key) ?? { items: [], total: -1 };
  const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
  return { client, list, titles: () => list().items.map(({ title }) => title), isStale };
}

test("a new article is first in the list until that is fetched, and counted", () => {
  const { client, list, titles, isStale } = cacheWith(1, 2);
  listCreated(client, exampleDetail({ id: 3, title: "New" }));
  expect([titles(), list().total]).toEqual([["New", "Article 1", "Article 2"], 121]);
  // In the shape of the list: the author by name, without the content.
  expect(list().items[0]).toEqual(exampleSummary({ id: 3, title: "New" }));
  expect([isStale(ALL), isStale(allCategories().queryKey)]).toEqual([true, true]);
});

test("a changed article shows its new title at once, in its place; other rows and lists do not change", () => {
  const { client, list, titles, isStale } = cacheWith(1, 2, 3);
  listUpdated(client, exampleDetail({ id: 2, title: "Changed" }));
  expect([titles(), list().total]).toEqual([["Article 1", "Changed", "Article 3"], 120]);
  expect(list(DRAFTS)).toEqual({ items: [], total: 0 });
  expect([isStale(ALL), isStale(DRAFTS), isStale(allCategories().queryKey)]).toEqual([true, true, true]);
});

test("a deleted article disappears at once, and lowers the total only of lists that had it", () => {
  const { client, list, titles } = cacheWith(1, 2);
  listDeleted(client, 1);
  expect([titles(), list().total]).toEqual([["Article 2"], 119]);
  expect(list(DRAFTS).total).toBe(0);
});

test("readers' lists, whose addresses begin alike, are not changed", () => {
  const { client, isStale } = cacheWith(1);
  listUpdated(client, exampleDetail({ id: 1 }));
  listDeleted(client, 1);
  expect(client.getQueryData(editorsPicks().queryKey)).toEqual(["untouched"]);
  expect(isStale(editorsPicks().queryKey)).toBe(false);
});

test("a list that is not loaded yet is not created", () => {
  const client = new QueryClient();
  listCreated(client, exampleDetail());
  expect(client.getQueryData(ALL)).toBeUndefined();
});

test("a switch is shown in every list that has the article, before anything is fetched", () => {
  const { client, list, isStale } = cacheWith(1, 2);
  const [, other] = list().items;
  showFlag(client, 1, { is_breaking: true });
  expect(list().items).toEqual([exampleSummary({ id: 1, title: "Article 1", is_breaking: true }), other]);
  expect([isStale(ALL), list().total]).toEqual([false, 120]);
});

test("a change that lists cannot show by themselves makes all of them stale, with the numbers of the categories", () => {
  const { client, isStale, titles } = cacheWith(1);
  listsChanged(client);
  expect([ALL, DRAFTS, ...OTHERS].map(isStale)).toEqual([true, true, true, false]);
  expect(titles()).toEqual(["Article 1"]);
});

test("a change that no category's number follows leaves the categories as they are", () => {
  const { client, isStale } = cacheWith(1);
  listChanged(client);
  expect([ALL, DRAFTS, ...OTHERS].map(isStale)).toEqual([true, true, false, false]);
});
