import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { rowIn, type Versioned } from "#ui/admin/edit-form/versions.ts";
import type { CategoryEndpoints } from "../endpoints.ts";
import { categoryVersion } from "../rules.ts";
import type { Category } from "../schema.ts";

/** A name and slug; the server derives an empty slug from the name. */
type CategoryDraft = { name: string; slug: string };

const categories = editorClientOf<CategoryEndpoints>();

/** A category with the version that `If-Match` names. */
export const versioned = (row: Category): Versioned<Category> => ({ row, etag: `"${categoryVersion(row)}"` });

/** Fetches all categories. Throws `ApiError` or `NetworkError`, as do all of these. */
export async function readCategories(api: EditorApi, signal?: AbortSignal): Promise<Category[]> {
  return (await categories.send(api, "GET /categories", signal ? { signal } : {})).body;
}

export async function readCategory(api: EditorApi, id: number, signal?: AbortSignal): Promise<Versioned<Category>> {
  return versioned(rowIn(await readCategories(api, signal), id));
}

/** Adds a category, only once under the same key; `ApiError` 409 for a taken slug or name. */
export async function addCategory(api: EditorApi, { name, slug }: CategoryDraft, idempotencyKey: string) {
  const sent = { body: { name, slug, count: 0 }, idempotencyKey };
  const { body, isRepeated } = await categories.send(api, "POST /categories", sent);
  return { ...versioned(body), isRepeated };
}

/** Changes the version of `before`; `ApiError` 409 if it has changed since, or for a taken slug or name. */
export async function changeCategory(api: EditorApi, { row, etag }: Versioned<Category>, draft: CategoryDraft) {
  const sent = { params: { slug: row.id }, body: draft, ifMatch: etag };
  return versioned((await categories.send(api, "PUT /categories/:slug", sent)).body);
}

/** Deletes an empty category; `ApiError` 409, with the number of articles, if it has any. */
export async function deleteCategory(api: EditorApi, id: number): Promise<void> {
  await categories.send(api, "DELETE /categories/:slug", { params: { slug: id } });
}
