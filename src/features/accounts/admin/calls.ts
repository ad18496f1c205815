import { type ApiQuery, apiQuery } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorApiUrl } from "#shared/urls.ts";
import type { Profile, ProfileBody } from "../schema.ts";

export const ownProfile = (): ApiQuery<Profile> => apiQuery(editorApiUrl.me());

/** Changes one's own profile. Throws `ApiError` or `NetworkError`. */
export async function saveProfile(api: EditorApi, profile: ProfileBody): Promise<Profile> {
  return (await api.send<Profile>("PUT", editorApiUrl.profile(), profile)).body;
}
