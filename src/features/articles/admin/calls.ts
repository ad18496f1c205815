import type { DeskFilter } from "#features/desk/schema.ts";
import type { Paged } from "#shared/api-client.ts";
import { type ApiQuery, pageOf } from "#shared/api-query.ts";
import type { Answer, EditorApi } from "#shared/editor-api.tsx";
import { apiUrl } from "#shared/urls.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import type { ArticleDetail, ArticleSummary } from "../schema.ts";

/** One page of the editors' list, with the full count; `page` counts from 1. Needs a token. */
export const deskArticles = (filter: DeskFilter, page: number): ApiQuery<Paged<ArticleSummary>> =>
  pageOf(apiUrl.articles(), filter, page);

/** Takes an article away for good. Throws `ApiError` or `NetworkError`. */
export async function deleteArticle(api: EditorApi, id: number): Promise<void> {
  await api.send("DELETE", apiUrl.article(id));
}

const versioned = ({ body, etag }: Answer<ArticleDetail>): Versioned<ArticleDetail> => ({
  row: body,
  etag: etag ?? "",
});

/** One article as its editors see it, drafts included. Throws `ApiError` or `NetworkError`, as do all of these. */
export async function readArticle(api: EditorApi, id: number, signal?: AbortSignal): Promise<Versioned<ArticleDetail>> {
  const options = signal ? { signal } : {};
  return versioned(await api.send<ArticleDetail>("GET", apiUrl.article(id), undefined, options));
}

/** Writes a new article; under the same key only once, however often it is asked for. */
export async function createArticle(api: EditorApi, form: FormData, idempotencyKey: string) {
  const answer = await api.send<ArticleDetail>("POST", apiUrl.articles(), form, { idempotencyKey });
  return { ...versioned(answer), isRepeated: answer.isRepeated };
}

/** Changes the version of `base`; throws `ApiError` 409 where there is a newer one. */
export async function updateArticle(
  api: EditorApi,
  base: Versioned<ArticleDetail>,
  body: unknown,
): Promise<Versioned<ArticleDetail>> {
  const options = base.etag ? { ifMatch: base.etag } : {};
  return versioned(await api.send<ArticleDetail>("PUT", apiUrl.article(base.row.id), body, options));
}
