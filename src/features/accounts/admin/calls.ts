import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { AccountEndpoints } from "../endpoints.ts";
import type { Profile, ProfileBody } from "../schema.ts";

export const accounts = editorClientOf<AccountEndpoints>();

export const ownProfile = () => accounts.query("GET /accounts/users/me");

/** Changes one's own profile. Throws `ApiError` or `NetworkError`. */
export async function saveProfile(api: EditorApi, profile: ProfileBody): Promise<Profile> {
  return (await accounts.send(api, "PUT /accounts/profile", { body: profile })).body;
}
