import type { Kysely, Selectable, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { type AccountAction, recordAccount } from "#features/events/commands.ts";
import type { PasskeyTable } from "#features/identity/tables.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { ConflictError } from "#shared/errors.ts";
import { accountOf, actorOf, sessionOf } from "#shared/viewer.ts";
import { countCode } from "../accounts/guessing.ts";
import { loginClient } from "../accounts/policy.ts";
import { findOwn, listSessions } from "../accounts/queries.ts";
import { DEVICE_HEADER } from "../accounts/rules.ts";
import { type AccountEvent, clientOf, type FactorChange, type SessionStore } from "../accounts/session-store.ts";
import { endOtherSessions, endSession } from "../accounts/sessions.ts";
import { eventOf, loginOf } from "../accounts/sign-in.ts";
import {
  addPasskey,
  checkNewPasskey,
  confirmAuthenticator,
  lockFactors,
  offerAuthenticator,
  offerPasskey,
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
} from "../second-factor/commands.ts";
import { type Factors, factorsOf, isSetUp, listPasskeys, readRequirement } from "../second-factor/queries.ts";
import { LAST_FACTOR } from "../second-factor/rules.ts";
import type { NewPasskeyResponse } from "../second-factor/schema.ts";
import { cancelEmail, confirmEmail, type EmailChangeRow, findEmailChange, requestEmail } from "./commands.ts";
import { credentialEndpoints, type OwnEmail, type OwnFactors, type OwnPasskey, type OwnSession } from "./endpoints.ts";
import {
  type CredentialParts,
  changePassword,
  confirmOwner,
  type Owner,
  ownerOf,
  requestReset,
  resetPassword,
} from "./password.ts";
import { RESET_TTL_WORDS } from "./rules.ts";

type OwnChange = Exclude<FactorChange, "code used">;

const ACTION_OF: Record<OwnChange, AccountAction> = {
  "authenticator added": "factor.add",
  "authenticator removed": "factor.remove",
  "passkey added": "passkey.add",
  "passkey removed": "passkey.remove",
  "codes renewed": "factor.recovery",
};

/** Changes the second factors of an account, and notifies its owner by mail in the same transaction. */
const changeFactors = <T>(
  { database, clock, listener }: SessionStore,
  event: AccountEvent,
  change: OwnChange,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> =>
  database.db.transaction().execute(async (trx) => {
    const result = await work(trx);
    const { accountId, origin: network } = event;
    await recordAccount(trx, clock, { accountId, network }, ACTION_OF[change], accountId);
    await listener.factorsChanged(trx, { ...event, change });
    return result;
  });

const ownEvent = async (store: SessionStore, { accountId, client }: Owner): Promise<AccountEvent> =>
  eventOf(await loginOf(store, accountId), clientOf(client), store.clock.now());

/** Activates an authenticator by a first code; returns recovery codes. Throws TooManyRequestsError. */
async function confirmOwnAuthenticator(store: SessionStore, owner: Owner, code: string): Promise<string[]> {
  const forget = await countCode(store, owner.accountId, { deviceId: owner.sessionId });
  const event = await ownEvent(store, owner);
  const codes = await changeFactors(store, event, "authenticator added", (trx) =>
    confirmAuthenticator(store, trx, owner.accountId, code),
  );
  await forget();
  return codes;
}

/** This and the next ones throw InvalidError where the password is required or wrong, and TooManyRequestsError. */
async function removeOwnAuthenticator(store: SessionStore, owner: Owner): Promise<void> {
  const { event } = await confirmOwner(store, owner);
  await changeFactors(store, event, "authenticator removed", (trx) =>
    removeFactor(trx, owner.accountId, () => removeAuthenticator(trx, owner.accountId)),
  );
}

async function removeOwnPasskey(store: SessionStore, owner: Owner, id: string): Promise<void> {
  const { event } = await confirmOwner(store, owner);
  await changeFactors(store, event, "passkey removed", (trx) =>
    removeFactor(trx, owner.accountId, () => removePasskey(trx, owner.accountId, id)),
  );
}

async function renewOwnCodes(store: SessionStore, owner: Owner): Promise<string[]> {
  const { event } = await confirmOwner(store, owner);
  return changeFactors(store, event, "codes renewed", async (trx) => {
    if (!isSetUp(await factorsOf(trx, owner.accountId)))
      throw new ConflictError("second_factor_missing", "Set up an authenticator app or a passkey first.");
    return renewRecoveryCodes(store, trx, owner.accountId);
  });
}

/** Without a name a passkey gets that of the browser. The offer proves that the owner was present. */
async function addOwnPasskey(
  store: SessionStore,
  owner: Owner,
  { name, passkey }: { name?: string | undefined; passkey: NewPasskeyResponse },
) {
  const made = await checkNewPasskey(store, owner.accountId, passkey);
  const event = await ownEvent(store, owner);
  return changeFactors(store, event, "passkey added", (trx) =>
    addPasskey(store, trx, owner.accountId, { name: name || event.device, made }),
  );
}

/** Removes a factor. Throws ConflictError if the role needs one and none would be left. */
async function removeFactor(trx: Transaction<Tables>, accountId: number, remove: () => Promise<void>): Promise<void> {
  await lockFactors(trx, accountId);
  await remove();
  if (!isSetUp(await factorsOf(trx, accountId)) && (await isRequiredOf(trx, accountId)))
    throw new ConflictError("last_second_factor", LAST_FACTOR);
}

async function isRequiredOf(db: Kysely<Tables>, accountId: number): Promise<boolean> {
  const own = await findOwn(db, accountId);
  return own !== undefined && (await readRequirement(db)).roles.includes(own.role);
}

type Row = Awaited<ReturnType<typeof listSessions>>[number];

export const presentFactors = ({ totp, passkeys, recovery }: Factors, is_required: boolean): OwnFactors => ({
  totp,
  passkeys,
  is_required,
  recovery_codes: recovery,
});

export const presentEmail = (email: string, waiting: EmailChangeRow | undefined): OwnEmail => ({
  email,
  pending: waiting
    ? {
        email: waiting.email,
        asked: new Date(waiting.asked_at).toISOString(),
        expires: new Date(waiting.expires_at).toISOString(),
        confirmed: [
          ...(waiting.old_hash === null ? (["old"] as const) : []),
          ...(waiting.new_hash === null ? (["new"] as const) : []),
        ],
      }
    : null,
});

export const presentPasskey = (row: Selectable<PasskeyTable>): OwnPasskey => ({
  id: row.id,
  name: row.name,
  created: new Date(row.created_at).toISOString(),
  last_used: row.used_at === null ? null : new Date(row.used_at).toISOString(),
});

/** `current` is the id of the session that makes the request. */
export const presentSession = (row: Row, current: string): OwnSession => ({
  id: row.id,
  device: row.device || "An unknown device",
  origin: row.origin,
  started: new Date(row.started_at).toISOString(),
  last_used: new Date(row.used_at).toISOString(),
  is_current: row.id === current,
});

const ASKED = `If an account has this address, we have sent it a link to set a new password. It works for ${RESET_TTL_WORDS}.`;

const EMAIL_CHANGED = "Your address has been changed. Log in with the new one from now on.";
const OTHER_LINK_DUE =
  "Confirmed. The change is complete once the link in the mail to the other address is opened too.";

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
