import { ROLES, type Role } from "#shared/actor.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { useApi } from "#shared/use-api.ts";
import type { Saver, Versioned } from "#ui/admin/edit-form/versions.ts";
import { useKeptChoice } from "#ui/admin/kept-choice.ts";
import type { AccountEndpoints, OwnProfile, Profile, ProfileBody } from "../endpoints.ts";
import { profileVersion } from "../rules.ts";

export const accounts = editorClientOf<AccountEndpoints>();

export const ownProfile = () => accounts.query("GET /accounts/users/me");

/** Everyone who can be credited as an author. */
export const allAuthors = () => accounts.query("GET /accounts/authors");

/** The profile with the version that `If-Match` names. */
export const versioned = <Row extends Profile>(row: Row): Versioned<Row> => ({ row, etag: `"${profileVersion(row)}"` });

export async function readProfile(api: EditorApi): Promise<Versioned<OwnProfile>> {
  return versioned((await accounts.send(api, "GET /accounts/users/me")).body);
}

/** The author of a version by name; null for a removed account, undefined if there is no version. User names are unique. */
export async function saverNamed(api: EditorApi, author: string | null | undefined): Promise<Saver> {
  if (author === undefined) return null;
  return author === (await readProfile(api)).row.name ? "me" : { name: author };
}

/** Changes the version that `etag` names; `ApiError` 409 if the profile has changed since. */
export async function saveProfile(api: EditorApi, etag: string, body: ProfileBody): Promise<Versioned<OwnProfile>> {
  return versioned((await accounts.send(api, "PUT /accounts/profile", { body, ifMatch: etag })).body);
}

const parse = (stored: unknown): Role | undefined => ROLES.find((role) => role === stored);

/**
 * The role of an account in this browser; null if the backend has none. The last known role is used until the server
 * responds, so that a slow connection or an ended session hides no screen. `isKnown` is false before the first outcome.
 */
export function useRole(account: string): { role: Role | null; isKnown: boolean } {
  const { data, failureCount } = useApi(ownProfile());
  const [kept, keep] = useKeptChoice<Role | null>(`role_${account}`, parse, null);
  const given = parse(data?.role) ?? null;
  // A user who must set up a second factor waits for the response: until then the dashboard would show nothing.
  const known = data?.second_factor_due ? null : given;
  if (data && known !== kept) keep(known);
  const role = data ? given : kept;
  return { role, isKnown: role !== null || data !== undefined || failureCount > 0 };
}
