import type { QueryClient } from "@tanstack/react-query";
import type { ArticleListFilter } from "#features/articles/list/schema.ts";
import { allCategories } from "#features/categories/rules.ts";
import { REPLACED_NOTE } from "#features/documents/history/rules.ts";
import { savedTexts } from "#features/documents/rules.ts";
import { saverNamed } from "#features/identity/accounts/admin/own-profile.ts";
import { ApiError, type Paged } from "#shared/api-client.ts";
import { callsUnder } from "#shared/api-query.ts";
import type { ApiResponse, EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { Saved, Saver, Versioned } from "#ui/admin/edit-form/versions.ts";
import type { DeskEndpoints } from "../desk/endpoints.ts";
import type { WorkingCopyResponse } from "../desk/schema.ts";
import type { ArticleEndpoints } from "../endpoints.ts";
import { completePage } from "../fields.ts";
import type { ArticleDetail, ArticleInput, BulkChange, CorrectionPosition, ListedArticle } from "../schema.ts";

const desk = editorClientOf<DeskEndpoints>();

/** An article in the editor: the public one, or its working copy with its author and time. */
export type DeskArticle = ArticleDetail & Partial<Pick<WorkingCopyResponse, "saved" | "saved_by" | "publish_at">>;

const versioned = <Row>({ body, etag, hasOthers }: ApiResponse<Row>): Saved<Row> => ({
  row: body,
  etag: etag ?? "",
  hasOthers,
});

/**
 * The newest version of an article: its working copy, if there is one. Throws `ApiError` or `NetworkError`, as all of
 * these do.
 */
export async function readNewest(api: EditorApi, id: number, signal?: AbortSignal): Promise<Versioned<DeskArticle>> {
  const article = await readArticle(api, id, signal);
  if (!article.row.has_draft) return article;
  try {
    return versioned(await desk.send(api, "GET /articles/:id/draft", { params: { id }, ...(signal && { signal }) }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return readArticle(api, id, signal);
    throw error;
  }
}

type Copy = Partial<Omit<ArticleDetail, "author" | "status" | "published_date">>;

/**
 * Saves fields of the working copy, merged with others' saves; 409 if both changed the same part. `key` makes a retry
 * safe. `changesScheduled` allows changing an update that has a time.
 */
export async function saveWorkingCopy(
  api: EditorApi,
  before: Versioned<DeskArticle>,
  body: Copy,
  { changesScheduled = false, key }: { changesScheduled?: boolean; key?: string } = {},
): Promise<Saved<DeskArticle>> {
  const options = { ...(before.etag && { ifMatch: before.etag }), ...(key && { idempotencyKey: key }) };
  const query = changesScheduled ? { scheduled: "1" as const } : {};
  const sent = { params: { id: before.row.id }, query, body: savedTexts("article", before.row, body) };
  const response = await desk.send(api, "PUT /articles/:id/draft", { ...sent, ...options });
  const { row, ...saved } = versioned<DeskArticle>(response);
  // The text is what readers have, so there is no working copy.
  const { saved: _saved, saved_by: _author, ...article } = row;
  return { ...saved, row: row.has_draft === false ? article : row };
}

export async function discardWorkingCopy(api: EditorApi, id: number): Promise<void> {
  await desk.send(api, "DELETE /articles/:id/draft", { params: { id } });
}

/** Pages of an article's versions, newest first, and one complete version. */
export const revisionsOf = (id: number) => desk.list("GET /articles/:id/revisions", { params: { id } });
export const namedRevisionsOf = (id: number) =>
  desk.list("GET /articles/:id/revisions", { params: { id }, query: { named: "true" } });
export const oneRevision = (id: number, n: number) =>
  desk.query("GET /articles/:id/revisions/:n", { params: { id, n } });

export const revisionCalls = (id: number) => callsUnder(desk.url("GET /articles/:id/revisions", { params: { id } }));

export async function nameRevision(api: EditorApi, id: number, n: number, note: string): Promise<void> {
  await desk.send(api, "PATCH /articles/:id/revisions/:n", { params: { id, n }, body: { note } });
}

/** Who saved the newest version. */
export async function newestSaver(api: EditorApi, id: number): Promise<Saver> {
  const query = { limit: 1 };
  const { body } = await desk.send(api, "GET /articles/:id/revisions", { params: { id }, query });
  return saverNamed(api, body[0]?.author);
}

/** Names the newest version if it is an autosave, which the next autosave would replace. */
export async function secureNewest(api: EditorApi, id: number): Promise<void> {
  const query = { limit: 1 };
  const { body } = await desk.send(api, "GET /articles/:id/revisions", { params: { id }, query });
  const [newest] = body;
  if (newest?.is_autosave && newest.note === "") await nameRevision(api, id, newest.n, REPLACED_NOTE);
}

/** Restores a version as a new one; 409 unless the article is still at the version of `before`. */
export async function restoreRevision(api: EditorApi, before: Versioned<DeskArticle>, n: number): Promise<void> {
  const params = { id: before.row.id, n };
  await desk.send(api, "POST /articles/:id/revisions/:n/restore", { params, ifMatch: before.etag });
}

/**
 * Sets when the working copy replaces the public article, as ISO 8601; 409 unless the article is at the version of
 * `before`.
 */
export async function scheduleUpdate(
  api: EditorApi,
  before: Versioned<DeskArticle>,
  at: string,
  note: ChangeNoteInput,
): Promise<void> {
  const params = { id: before.row.id };
  await desk.send(api, "POST /articles/:id/publish", { params, body: { at, ...note }, ifMatch: before.etag });
}

/** Cancels the scheduled update; the working copy stays. */
export async function cancelUpdate(api: EditorApi, id: number): Promise<void> {
  await desk.send(api, "DELETE /articles/:id/publish", { params: { id } });
}

/** Turns a scheduled or ready article back into a draft. */
export async function unpublish(api: EditorApi, before: Versioned<DeskArticle>): Promise<void> {
  await desk.send(api, "POST /articles/:id/unpublish", { params: { id: before.row.id }, ifMatch: before.etag });
}

export const articles = editorClientOf<ArticleEndpoints>();

/** Pages of the editors' list. */
export const articleList = (filter: ArticleListFilter) => articles.list("GET /articles", { query: filter });
export const articleListPage = (filter: ArticleListFilter, page: number) => articleList(filter)(page);

export const listCounts = () => articles.query("GET /articles/counts");
export const savedViews = () => articles.query("GET /articles/saved-views");

export async function restoreArticle(api: EditorApi, id: number): Promise<ArticleDetail> {
  return (await articles.send(api, "POST /articles/:id/restore", { params: { id } })).body;
}

export async function changeArticles(api: EditorApi, body: { ids: number[]; change: BulkChange }) {
  return (await articles.send(api, "POST /articles/bulk", { body })).body;
}

export async function readArticle(api: EditorApi, id: number, signal?: AbortSignal): Promise<Versioned<ArticleDetail>> {
  const options = signal ? { signal } : {};
  const { body, ...response } = await articles.send(api, "GET /articles/:id", { params: { id }, ...options });
  return versioned({ ...response, body: { ...body, ...completePage(body) } });
}

export async function createArticle(api: EditorApi, form: FormData, idempotencyKey: string) {
  return versioned(await articles.send(api, "POST /articles", { body: form, idempotencyKey }));
}

export type ChangeNoteInput = { change_note: string; is_minor: boolean };
/** An immediate update with its correction: the two are stored together. */
export type UpdateNoteInput = ChangeNoteInput & { correction?: string; correction_position?: CorrectionPosition };

export async function updateArticle(
  api: EditorApi,
  base: Versioned<ArticleDetail>,
  body: (ArticleInput & Partial<UpdateNoteInput>) | FormData,
  idempotencyKey?: string,
): Promise<Saved<ArticleDetail>> {
  const options = { ...(base.etag && { ifMatch: base.etag }), ...(idempotencyKey && { idempotencyKey }) };
  const sent = { params: { id: base.row.id }, body, ...options };
  return versioned(await articles.send(api, "PUT /articles/:id", sent));
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

/** Puts a new article first in the list, whatever the sort order, until the list is refetched. */
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

/** Refetches the lists after a change that can't be applied locally, such as a restored article. */
export function listsChanged(client: QueryClient): void {
  refetch(client);
}

/** Removes a deleted article from the lists immediately, then refetches them to fill the pages. */
export function listDeleted(client: QueryClient, id: number): void {
  change(client, ({ items, total }) => {
    const left = items.filter((item) => item.id !== id);
    return { items: left, total: total - (items.length - left.length) };
  });
  refetch(client);
}
