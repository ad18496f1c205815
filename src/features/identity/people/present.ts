import type { UserRow } from "#features/identity/accounts/queries.ts";
import type { InvitationRow } from "./queries.ts";
import type { Invitation, User } from "./schema.ts";

/** Somebody who can log in, as chiefs see it. */
export const presentUser = ({ is_active, created_at, signed_in_at, ...row }: UserRow): User => ({
  ...row,
  is_active: is_active === 1,
  created: new Date(created_at).toISOString(),
  last_sign_in: signed_in_at === null ? null : new Date(signed_in_at).toISOString(),
});

/** An invitation, as chiefs see it. */
export const presentInvitation = ({ id, email, role, created_at, expires_at }: InvitationRow): Invitation => ({
  ...{ id, email, role },
  created: new Date(created_at).toISOString(),
  expires: new Date(expires_at).toISOString(),
});
