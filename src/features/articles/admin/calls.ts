import type { ArticleListFilter } from "#features/articles/list/schema.ts";
import type { Answer, EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import type { ArticleEndpoints } from "../endpoints.ts";
import type { ArticleDetail, ArticleInput, BulkChange, CorrectionPosition } from "../schema.ts";

export const articles = editorClientOf<ArticleEndpoints>();

/** The editors' list, one page at a time. Needs a token. */
export const articleList = (filter: ArticleListFilter) => articles.list("GET /articles", { query: filter });
export const articleListPage = (filter: ArticleListFilter, page: number) => articleList(filter)(page);

/** Whether readers can open a page of this site. Throws if the server cannot be reached. */
export async function isOpenToReaders(path: string, signal: AbortSignal): Promise<boolean> {
  const { status } = await fetch(path, { method: "HEAD", credentials: "omit", signal });
  return status !== 404 && status !== 410;
}

/** Takes an article out of the trash, and resolves with it. Throws `ApiError` or `NetworkError`. */
export async function restoreArticle(api: EditorApi, id: number): Promise<ArticleDetail> {
  return (await articles.send(api, "POST /articles/:id/restore", { params: { id } })).body;
}

/** Changes many articles in one transaction. Throws `ApiError` or `NetworkError`. */
export async function changeArticles(api: EditorApi, body: { ids: number[]; change: BulkChange }) {
  return (await articles.send(api, "POST /articles/bulk", { body })).body;
}

const versioned = ({ body, etag }: Answer<ArticleDetail>): Versioned<ArticleDetail> => ({
  row: body,
  etag: etag ?? "",
});

/** One article as its editors see it, drafts included. Throws `ApiError` or `NetworkError`, as do all of these. */
export async function readArticle(api: EditorApi, id: number, signal?: AbortSignal): Promise<Versioned<ArticleDetail>> {
  const options = signal ? { signal } : {};
  return versioned(await articles.send(api, "GET /articles/:id", { params: { id }, ...options }));
}

/** Creates an article; only once under the same key, however often it is requested. */
export async function createArticle(api: EditorApi, form: FormData, idempotencyKey: string) {
  const answer = await articles.send(api, "POST /articles", { body: form, idempotencyKey });
  return { ...versioned(answer), isRepeated: answer.isRepeated };
}

/** What an editor says of a change of a published article. */
export type ChangeNoteInput = { change_note: string; is_minor: boolean };
/** The same of one that is made at once, and what it corrects: the two are stored together. */
export type UpdateNoteInput = ChangeNoteInput & { correction?: string; correction_position?: CorrectionPosition };

/** Changes the version of `base`; throws `ApiError` 409 if there is a newer one. */
export async function updateArticle(
  api: EditorApi,
  base: Versioned<ArticleDetail>,
  body: (ArticleInput & Partial<UpdateNoteInput>) | FormData,
): Promise<Versioned<ArticleDetail>> {
  const options = base.etag ? { ifMatch: base.etag } : {};
  return versioned(await articles.send(api, "PUT /articles/:id", { params: { id: base.row.id }, body, ...options }));
}
