import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import type { AccountEndpoints } from "../endpoints.ts";
import { profileVersion } from "../rules.ts";
import type { OwnProfile, Profile, ProfileBody } from "../schema.ts";

export const accounts = editorClientOf<AccountEndpoints>();

export const ownProfile = () => accounts.query("GET /accounts/users/me");

/** All who may be named as authors. */
export const allAuthors = () => accounts.query("GET /accounts/authors");

/** The profile with the version that `If-Match` names. */
export const versioned = <Row extends Profile>(row: Row): Versioned<Row> => ({ row, etag: `"${profileVersion(row)}"` });

/** Fetches the current profile. Throws `ApiError` or `NetworkError`, as does the next call. */
export async function readProfile(api: EditorApi): Promise<Versioned<OwnProfile>> {
  return versioned((await accounts.send(api, "GET /accounts/users/me")).body);
}

/** Changes the version that `etag` names; `ApiError` 409 if the profile has changed since. */
export async function saveProfile(api: EditorApi, etag: string, body: ProfileBody): Promise<Versioned<OwnProfile>> {
  return versioned((await accounts.send(api, "PUT /accounts/profile", { body, ifMatch: etag })).body);
}
