import type { QueryClient } from "@tanstack/react-query";
import type { ArticleListFilter } from "#features/articles/list/schema.ts";
import { allCategories } from "#features/categories/calls.ts";
import type { Paged } from "#shared/api-client.ts";
import { callsUnder } from "#shared/api-query.ts";
import type { ApiResponse, EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import type { ArticleEndpoints } from "../endpoints.ts";
import type { ArticleDetail, ArticleInput, BulkChange, CorrectionPosition, ListedArticle } from "../schema.ts";

export const articles = editorClientOf<ArticleEndpoints>();

/** The editors' list, one page at a time. Needs a token. */
export const articleList = (filter: ArticleListFilter) => articles.list("GET /articles", { query: filter });
export const articleListPage = (filter: ArticleListFilter, page: number) => articleList(filter)(page);

export const listCounts = () => articles.query("GET /articles/counts");
export const savedViews = () => articles.query("GET /articles/saved-views");

/** Whether readers can open a page of this site. Throws if the server cannot be reached. */
export async function isOpenToReaders(path: string, signal: AbortSignal): Promise<boolean> {
  const { status } = await fetch(path, { method: "HEAD", credentials: "omit", signal });
  return status !== 404 && status !== 410;
}

export async function restoreArticle(api: EditorApi, id: number): Promise<ArticleDetail> {
  return (await articles.send(api, "POST /articles/:id/restore", { params: { id } })).body;
}

export async function changeArticles(api: EditorApi, body: { ids: number[]; change: BulkChange }) {
  return (await articles.send(api, "POST /articles/bulk", { body })).body;
}

const versioned = ({ body, etag }: ApiResponse<ArticleDetail>): Versioned<ArticleDetail> => ({
  row: body,
  etag: etag ?? "",
});

export async function readArticle(api: EditorApi, id: number, signal?: AbortSignal): Promise<Versioned<ArticleDetail>> {
  const options = signal ? { signal } : {};
  return versioned(await articles.send(api, "GET /articles/:id", { params: { id }, ...options }));
}

export async function createArticle(api: EditorApi, form: FormData, idempotencyKey: string) {
  const response = await articles.send(api, "POST /articles", { body: form, idempotencyKey });
  return { ...versioned(response), isRepeated: response.isRepeated };
}

export type ChangeNoteInput = { change_note: string; is_minor: boolean };
/** The same of one that is made at once, and what it corrects: the two are stored together. */
export type UpdateNoteInput = ChangeNoteInput & { correction?: string; correction_position?: CorrectionPosition };

export async function updateArticle(
  api: EditorApi,
  base: Versioned<ArticleDetail>,
  body: (ArticleInput & Partial<UpdateNoteInput>) | FormData,
  idempotencyKey?: string,
): Promise<Versioned<ArticleDetail>> {
  const options = { ...(base.etag && { ifMatch: base.etag }), ...(idempotencyKey && { idempotencyKey }) };
  return versioned(await articles.send(api, "PUT /articles/:id", { params: { id: base.row.id }, body, ...options }));
}

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

function refetch(client: QueryClient): void {
  listChanged(client);
  void client.invalidateQueries({ queryKey: allCategories().queryKey });
}

/** A new article is first in the list, whatever the sort order, until the list is refetched. */
export function listCreated(client: QueryClient, article: ArticleDetail): void {
  change(client, ({ items, total }) => ({ items: [inList(article), ...items], total: total + 1 }));
  void client.invalidateQueries({ ...LISTS, refetchType: "none" });
  void client.invalidateQueries({ queryKey: listCounts().queryKey });
  void client.invalidateQueries({ queryKey: allCategories().queryKey });
}

export function listChanged(client: QueryClient): void {
  void client.invalidateQueries(LISTS);
  void client.invalidateQueries({ queryKey: listCounts().queryKey });
}

export function listUpdated(client: QueryClient, article: ArticleDetail): void {
  change(client, (list) => ({
    ...list,
    items: list.items.map((item) => (item.id === article.id ? { ...item, ...inList(article) } : item)),
  }));
  refetch(client);
}

/** Shows fields of an article in the lists before the server has confirmed them. */
export function showFlag(client: QueryClient, id: number, fields: Partial<ListedArticle>): void {
  change(client, (list) => ({
    ...list,
    items: list.items.map((item) => (item.id === id ? { ...item, ...fields } : item)),
  }));
}

/** Fetches the lists again after a change that they cannot apply themselves: a restored article, or a bulk change. */
export function listsChanged(client: QueryClient): void {
  refetch(client);
}

/** Removes a deleted article from the lists immediately, then refetches them, so that their pages are full again. */
export function listDeleted(client: QueryClient, id: number): void {
  change(client, ({ items, total }) => {
    const left = items.filter((item) => item.id !== id);
    return { items: left, total: total - (items.length - left.length) };
  });
  refetch(client);
}
