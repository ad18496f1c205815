import type { Kysely, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Action } from "#features/audit/actions.ts";
import { recordAccount } from "#features/audit/commands.ts";
import { ConflictError } from "#shared/errors.ts";
import { countCode } from "../accounts/guessing.ts";
import { findOwn } from "../accounts/queries.ts";
import { type AccountEvent, clientOf, type FactorChange, type SessionStore } from "../accounts/session-store.ts";
import { eventOf, loginOf } from "../accounts/sign-in.ts";
import {
  addPasskey,
  checkNewPasskey,
  confirmAuthenticator,
  lockFactors,
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
} from "../second-factor/commands.ts";
import { factorsOf, isSetUp } from "../second-factor/queries.ts";
import { readRequirement } from "../second-factor/requirement.ts";
import { LAST_FACTOR } from "../second-factor/rules.ts";
import type { NewPasskeyResponse } from "../second-factor/schema.ts";
import { confirmOwner, type Owner } from "./password.ts";

type OwnChange = Exclude<FactorChange, "code used">;

const ACTION_OF: Record<OwnChange, Action> = {
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
export async function confirmOwnAuthenticator(store: SessionStore, owner: Owner, code: string): Promise<string[]> {
  const forget = await countCode(store, owner.accountId, { deviceId: owner.sessionId });
  const event = await ownEvent(store, owner);
  const codes = await changeFactors(store, event, "authenticator added", (trx) =>
    confirmAuthenticator(store, trx, owner.accountId, code),
  );
  await forget();
  return codes;
}

/** This and the next ones throw InvalidError where the password is required or wrong, and TooManyRequestsError. */
export async function removeOwnAuthenticator(store: SessionStore, owner: Owner): Promise<void> {
  const { event } = await confirmOwner(store, owner);
  await changeFactors(store, event, "authenticator removed", (trx) =>
    removeFactor(trx, owner.accountId, () => removeAuthenticator(trx, owner.accountId)),
  );
}

export async function removeOwnPasskey(store: SessionStore, owner: Owner, id: string): Promise<void> {
  const { event } = await confirmOwner(store, owner);
  await changeFactors(store, event, "passkey removed", (trx) =>
    removeFactor(trx, owner.accountId, () => removePasskey(trx, owner.accountId, id)),
  );
}

export async function renewOwnCodes(store: SessionStore, owner: Owner): Promise<string[]> {
  const { event } = await confirmOwner(store, owner);
  return changeFactors(store, event, "codes renewed", async (trx) => {
    if (!isSetUp(await factorsOf(trx, owner.accountId)))
      throw new ConflictError("second_factor_missing", "Set up an authenticator app or a passkey first.");
    return renewRecoveryCodes(store, trx, owner.accountId);
  });
}

/** Without a name a passkey gets that of the browser. The offer proves that the owner was present. */
export async function addOwnPasskey(
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

export async function isRequiredOf(db: Kysely<Tables>, accountId: number): Promise<boolean> {
  const own = await findOwn(db, accountId);
  return own !== undefined && (await readRequirement(db)).roles.includes(own.role);
}
