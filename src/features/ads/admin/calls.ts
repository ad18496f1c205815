import { type ApiQuery, apiQuery } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { apiUrl, editorApiUrl } from "#shared/urls.ts";
import type { AdSpace } from "../schema.ts";

/** What an editor decides of an ad space. */
export type AdDraft = Omit<AdSpace, "id" | "has_slots" | "views" | "clicks">;

/** All ad spaces, inactive ones and counts included. */
export const allAdSpaces = (): ApiQuery<AdSpace[]> => apiQuery(apiUrl.ads());

/** Adds an ad space. Throws `ApiError` or `NetworkError`. */
export async function addAdSpace(api: EditorApi, draft: AdDraft): Promise<AdSpace> {
  return (await api.send<AdSpace>("POST", apiUrl.ads(), draft)).body;
}

/** Changes an ad space. Throws `ApiError` or `NetworkError`. */
export async function changeAdSpace(api: EditorApi, id: number, draft: AdDraft): Promise<AdSpace> {
  return (await api.send<AdSpace>("PUT", editorApiUrl.ad(id), draft)).body;
}

/** Deletes an ad space. Throws `ApiError` or `NetworkError`. */
export async function deleteAdSpace(api: EditorApi, id: number): Promise<void> {
  await api.send("DELETE", editorApiUrl.ad(id));
}
