import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { rowIn, type Versioned } from "#ui/admin/edit-form/versions.ts";
import type { AdEndpoints } from "../endpoints.ts";
import { type AdDraft, adSettingsVersion, adVersion } from "../rules.ts";
import type { AdSettings, AdSpace } from "../schema.ts";

export const ads = editorClientOf<AdEndpoints>();

/** All ad spaces, including inactive ones, with their counts. */
export const allAdSpaces = () => ads.query("GET /ads");

/** An ad space with the version that `If-Match` names. */
export const versioned = (row: AdSpace): Versioned<AdSpace> => ({ row, etag: `"${adVersion(row)}"` });

/** Fetches one ad space. Throws `ApiError` or `NetworkError`, as do all of these. */
export async function readAdSpace(api: EditorApi, id: number, signal?: AbortSignal): Promise<Versioned<AdSpace>> {
  const { body } = await ads.send(api, "GET /ads", signal ? { signal } : {});
  return versioned(rowIn(body, id));
}

/** Adds an ad space; only once under the same key, however often it is requested. */
export async function addAdSpace(api: EditorApi, draft: AdDraft, idempotencyKey: string) {
  const { body, isRepeated } = await ads.send(api, "POST /ads", { body: draft, idempotencyKey });
  return { ...versioned(body), isRepeated };
}

/** Changes the version of `before`; throws `ApiError` 409 if it has changed since. */
export async function changeAdSpace(api: EditorApi, { row, etag }: Versioned<AdSpace>, draft: AdDraft) {
  const sent = { params: { id: row.id }, body: draft, ifMatch: etag };
  return versioned((await ads.send(api, "PUT /ads/:id", sent)).body);
}

/** Changes `before`; throws `ApiError` 409 if the settings have changed since. */
export async function saveAdSettings(api: EditorApi, before: AdSettings, body: AdSettings): Promise<AdSettings> {
  const ifMatch = `"${adSettingsVersion(before)}"`;
  return (await ads.send(api, "PUT /settings/ads", { body, ifMatch })).body;
}
