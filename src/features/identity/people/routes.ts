import { changeUser } from "#features/identity/accounts/commands.ts";
import { loginClient } from "#features/identity/accounts/policy.ts";
import { pageUsers, type UserRow } from "#features/identity/accounts/queries.ts";
import { DEVICE_HEADER, NO_ACCOUNT } from "#features/identity/accounts/rules.ts";
import type { SessionStore } from "#features/identity/accounts/session-store.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import type { Actor } from "#shared/actor.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { authorize } from "#shared/permissions.ts";
import { actorOf } from "#shared/viewer.ts";
import {
  acceptInvitation,
  type InvitationParts,
  type InvitationRow,
  invite,
  listInvitations,
  removeUser,
  withdrawInvitation,
} from "./commands.ts";
import { type Invitation, peopleEndpoints, type User } from "./endpoints.ts";

const presentUser = ({ is_active, created_at, signed_in_at, ...row }: UserRow): User => ({
  ...row,
  is_active: is_active === 1,
  created: new Date(created_at).toISOString(),
  last_sign_in: signed_in_at === null ? null : new Date(signed_in_at).toISOString(),
});

const presentInvitation = ({ id, email, role, created_at, expires_at }: InvitationRow): Invitation => ({
  id,
  email,
  role,
  created: new Date(created_at).toISOString(),
  expires: new Date(expires_at).toISOString(),
});

const idOf = ({ params }: { params: { id: string } }) => idIn(params.id, "account_not_found", NO_ACCOUNT);

export type PeopleParts = InvitationParts & {
  sessions: SessionStore;
  /** Erases everything stored about a person, including the login. */
  erase: (by: Actor, accountId: number) => Promise<void>;
};

export function peopleRoutes(parts: PeopleParts): ApiPlugin {
  const { database, clock, erase } = parts;
  return async (app) =>
    serve(app, peopleEndpoints, {
      "GET /accounts/users": async ({ query }, reply) => {
        const { rows, total } = await pageUsers(database.db, query);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentUser);
      },

      "PATCH /accounts/users/:id": async (call) =>
        presentUser(await changeUser(database, clock, actorOf(call), idOf(call), call.body)),

      "DELETE /accounts/users/:id": async (call) => {
        const [by, id] = [actorOf(call), idOf(call)];
        if (!call.query.erase) return removeUser(database, clock, by, id);
        authorize(by, "personal_data.manage");
        return erase(by, id);
      },

      "GET /accounts/invitations": async () => (await listInvitations(database.db, clock.now())).map(presentInvitation),

      "POST /accounts/invitations": async (call, reply) => {
        reply.header("cache-control", "no-store");
        const { invitation, link } = await invite(parts, actorOf(call), call.body);
        return { ...presentInvitation(invitation), ...(link !== undefined && { link }) };
      },

      "DELETE /accounts/invitations/:id": (call) => withdrawInvitation(parts, actorOf(call), call.params.id),

      "POST /accounts/invitations/accept": async (call, reply) => {
        reply.header("cache-control", "no-store");
        const { tokens, device } = await acceptInvitation(parts, call.body, loginClient(call));
        reply.header(DEVICE_HEADER, device);
        return tokens;
      },
    });
}
