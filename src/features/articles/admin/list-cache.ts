import type { QueryClient } from "@tanstack/react-query";
import { allCategories } from "#features/categories/calls.ts";
import type { Paged } from "#shared/api-client.ts";
import { callsUnder } from "#shared/api-query.ts";
import type { ArticleDetail, ListedArticle } from "../schema.ts";
import { articles } from "./calls.ts";

type List = Paged<ListedArticle>;

const LISTS = callsUnder(`${articles.url("GET /articles")}?`);

const inList = ({ content: _content, author, authors, ...rest }: ArticleDetail): ListedArticle => ({
  ...rest,
  author: author.name,
  authors: authors.map(({ name }) => name),
});

function change(client: QueryClient, how: (list: List) => List): void {
  client.setQueriesData<List>(LISTS, (list) => list && how(list));
}

/** A new article is first in the list, whatever the sort order, until the list is refetched. */
export function listCreated(client: QueryClient, article: ArticleDetail): void {
  change(client, ({ items, total }) => ({ items: [inList(article), ...items], total: total + 1 }));
  void client.invalidateQueries({ ...LISTS, refetchType: "none" });
  void client.invalidateQueries({ queryKey: allCategories().queryKey });
}

/** Something of an article has changed that the list may show: it is refetched. */
export function listChanged(client: QueryClient): void {
  void client.invalidateQueries(LISTS);
}

/** A changed article is updated in place at once; then the list is refetched, as it may belong elsewhere now. */
export function listUpdated(client: QueryClient, article: ArticleDetail): void {
  change(client, (list) => ({
    ...list,
    items: list.items.map((item) => (item.id === article.id ? { ...item, ...inList(article) } : item)),
  }));
  void client.invalidateQueries(LISTS);
  void client.invalidateQueries({ queryKey: allCategories().queryKey });
}

/** Shows fields of an article in the lists before the server has confirmed them. */
export function showFlag(client: QueryClient, id: number, fields: Partial<ListedArticle>): void {
  change(client, (list) => ({
    ...list,
    items: list.items.map((item) => (item.id === id ? { ...item, ...fields } : item)),
  }));
}

/** Articles were changed in a way that the lists cannot show by themselves: restored, or many at once. */
export function listsChanged(client: QueryClient): void {
  void client.invalidateQueries(LISTS);
  void client.invalidateQueries({ queryKey: allCategories().queryKey });
}

/** A deleted article is removed at once; then the list is refetched, so that the page is full again. */
export function listDeleted(client: QueryClient, id: number): void {
  change(client, ({ items, total }) => {
    const left = items.filter((item) => item.id !== id);
    return { items: left, total: total - (items.length - left.length) };
  });
  void client.invalidateQueries(LISTS);
  void client.invalidateQueries({ queryKey: allCategories().queryKey });
}
