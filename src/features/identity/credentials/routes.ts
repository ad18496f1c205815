import type { ApiPlugin } from "#platform/endpoints.ts";
import { type Call, serve } from "#platform/endpoints.ts";
import { accountOf, actorOf, sessionOf } from "#shared/viewer.ts";
import { loginClient } from "../accounts/policy.ts";
import { findOwn, listSessions } from "../accounts/queries.ts";
import { DEVICE_HEADER } from "../accounts/rules.ts";
import { endOtherSessions, endSession } from "../accounts/sessions.ts";
import { offerAuthenticator, offerPasskey } from "../second-factor/commands.ts";
import { factorsOf, listPasskeys } from "../second-factor/queries.ts";
import { cancelEmail, confirmEmail, findEmailChange, requestEmail } from "./commands.ts";
import { credentialEndpoints } from "./endpoints.ts";
import {
  addOwnPasskey,
  confirmOwnAuthenticator,
  isRequiredOf,
  removeOwnAuthenticator,
  removeOwnPasskey,
  renewOwnCodes,
} from "./factors.ts";
import {
  type CredentialParts,
  changePassword,
  confirmOwner,
  type Owner,
  requestReset,
  resetPassword,
} from "./password.ts";
import { presentEmail, presentFactors, presentPasskey, presentSession } from "./present.ts";
import { RESET_TTL_WORDS } from "./rules.ts";

const ASKED = `If an account has this address, we have sent it a link to set a new password. It works for ${RESET_TTL_WORDS}.`;

const EMAIL_CHANGED = "Your address has been changed. Log in with the new one from now on.";
const OTHER_LINK_DUE =
  "Confirmed. The change is complete once the link in the mail to the other address is opened too.";

type OwnCall = Pick<Call<unknown>, "viewer" | "headers" | "ip"> & { body?: unknown };

const ownerOf = (call: OwnCall): Owner => ({
  accountId: accountOf(call),
  sessionId: sessionOf(call),
  client: loginClient(call),
  password: (call.body as { password?: string } | null | undefined)?.password,
});

export function credentialRoutes(parts: CredentialParts): ApiPlugin {
  const { sessions } = parts;
  const { database, clock } = sessions;
  const emailOf = async (id: number) => {
    const own = await findOwn(database.db, id);
    return presentEmail(own?.email ?? "", await findEmailChange(database.db, id, clock.now()));
  };
  return async (app) =>
    serve(app, credentialEndpoints, {
      "PUT /accounts/password": async (call, reply) => {
        reply.header("cache-control", "no-store");
        const { tokens, device } = await changePassword(sessions, accountOf(call), call.body, loginClient(call));
        reply.header(DEVICE_HEADER, device);
        return tokens;
      },

      "POST /accounts/password/forgot": async ({ body, ip }, reply) => {
        reply.header("cache-control", "no-store");
        await requestReset(parts, body.email, ip);
        return { message: ASKED };
      },

      "POST /accounts/password/reset": async (call, reply) => {
        reply.header("cache-control", "no-store");
        reply.header(DEVICE_HEADER, await resetPassword(sessions, call.body, loginClient(call)));
        return { message: "Your password has been changed. Log in with the new one." };
      },

      "GET /accounts/email": (call) => emailOf(accountOf(call)),

      "PUT /accounts/email": async (call) => {
        await requestEmail(parts, ownerOf(call), call.body.email);
        return emailOf(accountOf(call));
      },

      "DELETE /accounts/email": (call) => cancelEmail(parts, actorOf(call), accountOf(call)),

      "POST /accounts/email/confirm": async (call, reply) => {
        reply.header("cache-control", "no-store");
        const is_complete = await confirmEmail(parts, call.body.token, loginClient(call));
        return { is_complete, message: is_complete ? EMAIL_CHANGED : OTHER_LINK_DUE };
      },

      "GET /accounts/two-factor": async (call) => {
        const account = accountOf(call);
        return presentFactors(await factorsOf(database.db, account), await isRequiredOf(database.db, account));
      },

      "POST /accounts/two-factor/totp": async (call, reply) => {
        reply.header("cache-control", "no-store");
        return offerAuthenticator(sessions, (await confirmOwner(sessions, ownerOf(call))).account);
      },

      "POST /accounts/two-factor/totp/confirm": async (call, reply) => {
        reply.header("cache-control", "no-store");
        return { recovery_codes: await confirmOwnAuthenticator(sessions, ownerOf(call), call.body.code) };
      },

      "DELETE /accounts/two-factor/totp": (call) => removeOwnAuthenticator(sessions, ownerOf(call)),

      "POST /accounts/two-factor/recovery": async (call, reply) => {
        reply.header("cache-control", "no-store");
        return { recovery_codes: await renewOwnCodes(sessions, ownerOf(call)) };
      },

      "GET /accounts/passkeys": async (call) => (await listPasskeys(database.db, accountOf(call))).map(presentPasskey),

      "POST /accounts/passkeys/options": async (call, reply) => {
        reply.header("cache-control", "no-store");
        return offerPasskey(sessions, (await confirmOwner(sessions, ownerOf(call))).account);
      },

      "POST /accounts/passkeys": async (call, reply) => {
        reply.header("cache-control", "no-store");
        const { passkey, recoveryCodes } = await addOwnPasskey(sessions, ownerOf(call), call.body);
        return { ...presentPasskey(passkey), ...(recoveryCodes && { recovery_codes: recoveryCodes }) };
      },

      "DELETE /accounts/passkeys/:id": (call) => removeOwnPasskey(sessions, ownerOf(call), call.params.id),

      "GET /accounts/sessions": async (call) => {
        const rows = await listSessions(database.db, accountOf(call), clock.now());
        return rows.map((row) => presentSession(row, sessionOf(call)));
      },

      "DELETE /accounts/sessions": (call) =>
        endOtherSessions(sessions, actorOf(call), accountOf(call), sessionOf(call)),

      "DELETE /accounts/sessions/:id": (call) => endSession(sessions, actorOf(call), accountOf(call), call.params.id),
    });
}
