import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { CategoryEndpoints } from "../endpoints.ts";
import type { Category } from "../schema.ts";

/** A name with its slug; an empty slug is derived by the server. */
export type CategoryDraft = { name: string; slug: string };

const categories = editorClientOf<CategoryEndpoints>();

/** Adds a category. Throws `ApiError` (409 for a taken slug or name) or `NetworkError`. */
export async function addCategory(api: EditorApi, { name, slug }: CategoryDraft): Promise<Category> {
  const body = { name, slug, count: 0 };
  return (await categories.send(api, "POST /categories", { body })).body;
}

/** Renames a category. Throws `ApiError` (409 for a taken slug or name) or `NetworkError`. */
export async function changeCategory(api: EditorApi, id: number, { name, slug }: CategoryDraft): Promise<Category> {
  return (await categories.send(api, "PUT /categories/:slug", { params: { slug: id }, body: { name, slug } })).body;
}

/** Deletes an empty category. Throws `ApiError` (409, with the number, where it has articles) or `NetworkError`. */
export async function deleteCategory(api: EditorApi, id: number): Promise<void> {
  await categories.send(api, "DELETE /categories/:slug", { params: { slug: id } });
}
