import type { EditorApi } from "#shared/editor-api.tsx";
import { apiUrl } from "#shared/urls.ts";
import type { Category } from "../schema.ts";

/** A name with its slug; an empty slug is derived by the server. */
export type CategoryDraft = { name: string; slug: string };

/** Adds a category. Throws `ApiError` (409 for a taken slug or name) or `NetworkError`. */
export async function addCategory(api: EditorApi, { name, slug }: CategoryDraft): Promise<Category> {
  return (await api.send<Category>("POST", apiUrl.categories(), { name, slug, count: 0 })).body;
}

/** Renames a category. Throws `ApiError` (409 for a taken slug or name) or `NetworkError`. */
export async function changeCategory(api: EditorApi, id: number, { name, slug }: CategoryDraft): Promise<Category> {
  return (await api.send<Category>("PUT", apiUrl.category(String(id)), { name, slug })).body;
}

/** Deletes an empty category. Throws `ApiError` (409, with the number, where it has articles) or `NetworkError`. */
export async function deleteCategory(api: EditorApi, id: number): Promise<void> {
  await api.send("DELETE", apiUrl.category(String(id)));
}
