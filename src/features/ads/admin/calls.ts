import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { AdEndpoints } from "../endpoints.ts";
import type { AdSpace } from "../schema.ts";

/** What an editor decides of an ad space. */
export type AdDraft = Omit<AdSpace, "id" | "has_slots" | "views" | "clicks">;

const ads = editorClientOf<AdEndpoints>();

/** All ad spaces, inactive ones and counts included. */
export const allAdSpaces = () => ads.query("GET /ads");

/** Adds an ad space. Throws `ApiError` or `NetworkError`. */
export async function addAdSpace(api: EditorApi, draft: AdDraft): Promise<AdSpace> {
  return (await ads.send(api, "POST /ads", { body: draft })).body;
}

/** Changes an ad space. Throws `ApiError` or `NetworkError`. */
export async function changeAdSpace(api: EditorApi, id: number, draft: AdDraft): Promise<AdSpace> {
  return (await ads.send(api, "PUT /ads/:id", { params: { id }, body: draft })).body;
}

/** Deletes an ad space. Throws `ApiError` or `NetworkError`. */
export async function deleteAdSpace(api: EditorApi, id: number): Promise<void> {
  await ads.send(api, "DELETE /ads/:id", { params: { id } });
}
