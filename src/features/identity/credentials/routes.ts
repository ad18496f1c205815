import { changePassword } from "#features/identity/accounts/owner.ts";
import { loginClient } from "#features/identity/accounts/policy.ts";
import { findOwn, listSessions } from "#features/identity/accounts/queries.ts";
import { DEVICE_HEADER } from "#features/identity/accounts/rules.ts";
import { endOtherSessions, endSession } from "#features/identity/accounts/sessions.ts";
import { factorsOf, listPasskeys } from "#features/identity/second-factor/queries.ts";
import { type ApiPlugin, type Call, serve } from "#platform/endpoints.ts";
import { accountOf, actorOf, sessionOf } from "#shared/viewer.ts";
import { askForReset, type CredentialParts, resetForgottenPassword } from "./commands.ts";
import { credentialEndpoints } from "./endpoints.ts";
import { ownEmailCommands } from "./internal/own-email.ts";
import { isRequiredOf, type Owner, ownFactorCommands } from "./internal/own-factors.ts";
import { presentEmail, presentFactors, presentPasskey, presentSession } from "./present.ts";
import { findEmailChange } from "./queries.ts";
import { RESET_TTL_WORDS } from "./rules.ts";

const ASKED = `If an account has this address, a link to set a new password is on its way to it. It works for ${RESET_TTL_WORDS}.`;

const EMAIL_CHANGED = "Your address has been changed. Log in with the new one from now on.";
const OTHER_LINK_DUE =
  "Confirmed. The change is complete once the link in the mail to the other address is opened too.";

type OwnCall = Pick<Call<unknown>, "viewer" | "headers" | "ip"> & { body?: unknown };

/** Who changes their own factors, with the password where the call brings one. */
const ownerOf = (call: OwnCall): Owner => ({
  accountId: accountOf(call),
  sessionId: sessionOf(call),
  client: loginClient(call),
  password: (call.body as { password?: string } | null | undefined)?.password,
});

export function credentialRoutes(parts: CredentialParts): ApiPlugin {
  const { database, clock, sessions } = parts;
  const factors = ownFactorCommands(parts);
  const email = ownEmailCommands(parts);
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
        await askForReset(parts, body.email, ip);
        return { message: ASKED };
      },

      "POST /accounts/password/reset": async (call, reply) => {
        reply.header("cache-control", "no-store");
        reply.header(DEVICE_HEADER, await resetForgottenPassword(parts, call.body, loginClient(call)));
        return { message: "Your password has been changed. Log in with the new one." };
      },

      "GET /accounts/email": (call) => emailOf(accountOf(call)),

      "PUT /accounts/email": async (call) => {
        await email.ask(ownerOf(call), call.body.email);
        return emailOf(accountOf(call));
      },

      "DELETE /accounts/email": (call) => email.cancel(actorOf(call), accountOf(call)),

      "POST /accounts/email/confirm": async (call, reply) => {
        reply.header("cache-control", "no-store");
        const is_complete = await email.confirm(call.body.token, loginClient(call));
        return { is_complete, message: is_complete ? EMAIL_CHANGED : OTHER_LINK_DUE };
      },

      "GET /accounts/two-factor": async (call) => {
        const account = accountOf(call);
        return presentFactors(await factorsOf(database.db, account), await isRequiredOf(database.db, account));
      },

      "POST /accounts/two-factor/totp": (call, reply) => {
        reply.header("cache-control", "no-store");
        return factors.offerAuthenticator(ownerOf(call));
      },

      "POST /accounts/two-factor/totp/confirm": async (call, reply) => {
        reply.header("cache-control", "no-store");
        return { recovery_codes: await factors.confirmAuthenticator(ownerOf(call), call.body.code) };
      },

      "DELETE /accounts/two-factor/totp": (call) => factors.removeAuthenticator(ownerOf(call)),

      "POST /accounts/two-factor/recovery": async (call, reply) => {
        reply.header("cache-control", "no-store");
        return { recovery_codes: await factors.renewRecoveryCodes(ownerOf(call)) };
      },

      "GET /accounts/passkeys": async (call) => (await listPasskeys(database.db, accountOf(call))).map(presentPasskey),

      "POST /accounts/passkeys/options": (call, reply) => {
        reply.header("cache-control", "no-store");
        return factors.offerPasskey(ownerOf(call));
      },

      "POST /accounts/passkeys": async (call, reply) => {
        reply.header("cache-control", "no-store");
        const { passkey, recoveryCodes } = await factors.addPasskey(ownerOf(call), call.body);
        return { ...presentPasskey(passkey), ...(recoveryCodes && { recovery_codes: recoveryCodes }) };
      },

      "DELETE /accounts/passkeys/:id": (call) => factors.removePasskey(ownerOf(call), call.params.id),

      "GET /accounts/sessions": async (call) => {
        const rows = await listSessions(database.db, accountOf(call), clock.now());
        return rows.map((row) => presentSession(row, sessionOf(call)));
      },

      "DELETE /accounts/sessions": (call) => endOtherSessions(parts, actorOf(call), accountOf(call), sessionOf(call)),

      "DELETE /accounts/sessions/:id": (call) => endSession(parts, actorOf(call), accountOf(call), call.params.id),
    });
}
