import { type ApiQuery, apiQuery } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorApiUrl } from "#shared/urls.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import { profileVersion } from "../rules.ts";
import type { Profile, ProfileBody } from "../schema.ts";

export const ownProfile = (): ApiQuery<Profile> => apiQuery(editorApiUrl.me());

/** The profile with the version that `If-Match` names. */
export const versioned = (row: Profile): Versioned<Profile> => ({ row, etag: `"${profileVersion(row)}"` });

/** The profile as it is now. Throws `ApiError` or `NetworkError`, as does the next one. */
export async function readProfile(api: EditorApi): Promise<Versioned<Profile>> {
  return versioned((await api.send<Profile>("GET", editorApiUrl.me())).body);
}

/** Changes the version that `etag` names; `ApiError` 409 where there is another one. */
export async function saveProfile(api: EditorApi, etag: string, profile: ProfileBody): Promise<Versioned<Profile>> {
  return versioned((await api.send<Profile>("PUT", editorApiUrl.profile(), profile, { ifMatch: etag })).body);
}
