import type { QueryClient } from "@tanstack/react-query";
import { ownProfile } from "#features/identity/accounts/admin/calls.ts";
import { callsUnder } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { Role } from "#shared/roles.ts";
import type { PeopleEndpoints } from "../endpoints.ts";

export const people = editorClientOf<PeopleEndpoints>();

/** Everybody who can log in, one page at a time. */
export const allUsers = people.list("GET /accounts/users");

/** Changes somebody's role, suspends or resumes the account. Throws `ApiError` or `NetworkError`. */
export async function changeUser(api: EditorApi, id: number, body: { role?: Role; is_active?: boolean }) {
  return (await people.send(api, "PATCH /accounts/users/:id", { params: { id }, body })).body;
}

/** Invitations that can still be accepted. */
export const openInvitations = () => people.query("GET /accounts/invitations");

/** Invites somebody; returns the invitation, with its link where no mail brings it. */
export const invite = async (api: EditorApi, body: { email: string; role: Role }) =>
  (await people.send(api, "POST /accounts/invitations", { body })).body;

/** Where an invitation is accepted. */
export const ACCEPT_URL = people.url("POST /accounts/invitations/accept");

/** Reloads the list of people, and what one may do oneself. */
export function peopleChanged(client: QueryClient): void {
  void client.invalidateQueries(callsUnder(people.url("GET /accounts/users")));
  void client.invalidateQueries({ queryKey: ownProfile().queryKey });
}
