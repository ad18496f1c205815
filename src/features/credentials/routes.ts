import { endOtherSessions, endSession } from "#features/accounts/commands.ts";
import { accountOf, actorOf, loginClient, sessionOf } from "#features/accounts/policy.ts";
import { listSessions } from "#features/accounts/queries.ts";
import { DEVICE_HEADER } from "#features/accounts/rules.ts";
import type { ApiPlugin } from "#platform/api-plugin.ts";
import { serve } from "#platform/endpoints.ts";
import { askForReset, type CredentialParts, resetPassword } from "./commands.ts";
import { credentialEndpoints } from "./endpoints.ts";
import { presentSession } from "./present.ts";
import { RESET_TTL_WORDS } from "./rules.ts";

const ASKED = `If an account has this address, a link to set a new password is on its way to it. It works for ${RESET_TTL_WORDS}.`;

export function credentialRoutes(parts: CredentialParts): ApiPlugin {
  const { database, clock, sessions } = parts;
  return async (app) =>
    serve(app, credentialEndpoints, {
      "PUT /accounts/password": async (call, reply) => {
        reply.header("cache-control", "no-store");
        const { tokens, device } = await sessions.changePassword(accountOf(call), call.body, loginClient(call));
        reply.header(DEVICE_HEADER, device);
        return tokens;
      },

      "POST /accounts/password/forgot": async ({ body, ip }, reply) => {
        reply.header("cache-control", "no-store");
        await askForReset(parts, body.email, ip);
        return { message: ASKED };
      },

      "POST /accounts/password/reset": async (call, reply) => {
        reply.header("cache-control", "no-store");
        reply.header(DEVICE_HEADER, await resetPassword(parts, call.body, loginClient(call)));
        return { message: "Your password has been changed. Log in with the new one." };
      },

      "GET /accounts/sessions": async (call) => {
        const rows = await listSessions(database.db, accountOf(call), clock.now());
        return rows.map((row) => presentSession(row, sessionOf(call)));
      },

      "DELETE /accounts/sessions": (call) => endOtherSessions(parts, actorOf(call), accountOf(call), sessionOf(call)),

      "DELETE /accounts/sessions/:id": (call) => endSession(parts, actorOf(call), accountOf(call), call.params.id),
    });
}
