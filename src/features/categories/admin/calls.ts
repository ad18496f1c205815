import type { EditorApi } from "#shared/editor-api.tsx";
import { apiUrl } from "#shared/urls.ts";
import { rowIn, type Versioned } from "#ui/admin/edit-form/versions.ts";
import { categoryVersion } from "../rules.ts";
import type { Category } from "../schema.ts";

/** A name with its slug; an empty slug is derived by the server. */
type CategoryDraft = { name: string; slug: string };

/** A category with the version that `If-Match` names. */
export const versioned = (row: Category): Versioned<Category> => ({ row, etag: `"${categoryVersion(row)}"` });

/** One category as it is now. Throws `ApiError` or `NetworkError`, as do all of these. */
export async function readCategory(api: EditorApi, id: number, signal?: AbortSignal): Promise<Versioned<Category>> {
  const { body } = await api.send<Category[]>("GET", apiUrl.categories(), undefined, signal ? { signal } : {});
  return versioned(rowIn(body, id));
}

/** Adds a category, under the same key only once; `ApiError` 409 for a taken slug or name. */
export async function addCategory(api: EditorApi, { name, slug }: CategoryDraft, idempotencyKey: string) {
  const draft = { name, slug, count: 0 };
  const { body, isRepeated } = await api.send<Category>("POST", apiUrl.categories(), draft, { idempotencyKey });
  return { ...versioned(body), isRepeated };
}

/** Changes the version of `before`; `ApiError` 409 where there is another one, and for a taken slug or name. */
export async function changeCategory(api: EditorApi, { row, etag }: Versioned<Category>, draft: CategoryDraft) {
  const url = apiUrl.category(String(row.id));
  return versioned((await api.send<Category>("PUT", url, draft, { ifMatch: etag })).body);
}

/** Deletes an empty category; `ApiError` 409, with the number, where it has articles. */
export async function deleteCategory(api: EditorApi, id: number): Promise<void> {
  await api.send("DELETE", apiUrl.category(String(id)));
}
