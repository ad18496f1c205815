import { type ApiQuery, apiQuery } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { apiUrl, editorApiUrl } from "#shared/urls.ts";
import { rowIn, type Versioned } from "#ui/admin/edit-form/versions.ts";
import { type AdDraft, adVersion } from "../rules.ts";
import type { AdSpace } from "../schema.ts";

/** All ad spaces, inactive ones and counts included. */
export const allAdSpaces = (): ApiQuery<AdSpace[]> => apiQuery(apiUrl.ads());

/** An ad space with the version that `If-Match` names. */
export const versioned = (row: AdSpace): Versioned<AdSpace> => ({ row, etag: `"${adVersion(row)}"` });

/** One ad space as it is now. Throws `ApiError` or `NetworkError`, as do all of these. */
export async function readAdSpace(api: EditorApi, id: number, signal?: AbortSignal): Promise<Versioned<AdSpace>> {
  const { body } = await api.send<AdSpace[]>("GET", apiUrl.ads(), undefined, signal ? { signal } : {});
  return versioned(rowIn(body, id));
}

/** Adds an ad space; under the same key only once, however often it is asked for. */
export async function addAdSpace(api: EditorApi, draft: AdDraft, idempotencyKey: string) {
  const { body, isRepeated } = await api.send<AdSpace>("POST", apiUrl.ads(), draft, { idempotencyKey });
  return { ...versioned(body), isRepeated };
}

/** Changes the version of `before`; throws `ApiError` 409 where there is another one. */
export async function changeAdSpace(api: EditorApi, { row, etag }: Versioned<AdSpace>, draft: AdDraft) {
  return versioned((await api.send<AdSpace>("PUT", editorApiUrl.ad(row.id), draft, { ifMatch: etag })).body);
}

/** Deletes an ad space. */
export async function deleteAdSpace(api: EditorApi, id: number): Promise<void> {
  await api.send("DELETE", editorApiUrl.ad(id));
}
