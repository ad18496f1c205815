import type { Kysely, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Action } from "#features/audit/actions.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { confirmOwner, countFirstCode, ownEvent } from "#features/identity/accounts/owner.ts";
import { findOwn } from "#features/identity/accounts/queries.ts";
import type { AccountEvent, FactorChange, LoginClient } from "#features/identity/accounts/session-store.ts";
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
} from "#features/identity/second-factor/commands.ts";
import { factorsOf, isSetUp } from "#features/identity/second-factor/queries.ts";
import { readRequirement } from "#features/identity/second-factor/requirement.ts";
import { LAST_FACTOR } from "#features/identity/second-factor/rules.ts";
import type { NewPasskeyAnswer } from "#features/identity/second-factor/schema.ts";
import { ConflictError } from "#shared/errors.ts";
import type { CredentialParts } from "../commands.ts";

type OwnChange = Exclude<FactorChange, "code used">;

/** How the audit log names a change. */
const ACTION_OF: Record<OwnChange, Action> = {
  "authenticator added": "factor.add",
  "authenticator removed": "factor.remove",
  "passkey added": "passkey.add",
  "passkey removed": "passkey.remove",
  "codes renewed": "factor.recovery",
};

/** Whether an account's role needs a second factor. */
export async function isRequiredOf(db: Kysely<Tables>, accountId: number): Promise<boolean> {
  const own = await findOwn(db, accountId);
  return own !== undefined && (await readRequirement(db)).roles.includes(own.role);
}

/** Removes a factor. Throws ConflictError where the role needs one and none would be left. */
async function removeFactor(trx: Transaction<Tables>, accountId: number, remove: () => Promise<void>): Promise<void> {
  await lockFactors(trx, accountId);
  await remove();
  if (!isSetUp(await factorsOf(trx, accountId)) && (await isRequiredOf(trx, accountId)))
    throw new ConflictError(LAST_FACTOR);
}

/** Who changes what belongs to them, and what proves that it is they. */
export type Owner = { accountId: number; sessionId: string; client: LoginClient; password?: string | undefined };

/** One's own second factors. The owner is informed of each change by mail, in its own transaction. */
export function ownFactorCommands(parts: CredentialParts) {
  const { database, clock, sessions, listener } = parts;

  const confirm = ({ password, client, ...owner }: Owner) => confirmOwner(sessions, owner, password, client);

  const change = <T>(
    { accountId: account }: Owner,
    event: AccountEvent,
    kind: OwnChange,
    work: (trx: Transaction<Tables>) => Promise<T>,
  ): Promise<T> =>
    database.db.transaction().execute(async (trx) => {
      const result = await work(trx);
      await recordEntry(trx, clock, {
        by: { accountId: account, network: event.origin },
        action: ACTION_OF[kind],
        subject: { kind: "account", id: account },
      });
      await listener.factorsChanged(trx, { ...event, change: kind });
      return result;
    });

  return {
    /** Each throws InvalidError where the password is due or wrong, TooManyRequestsError after many wrong ones. */
    async offerAuthenticator(owner: Owner) {
      const { account } = await confirm(owner);
      return offerAuthenticator(parts, account);
    },
    async confirmAuthenticator(owner: Owner, code: string): Promise<string[]> {
      const forget = await countFirstCode(sessions, owner);
      const event = await ownEvent(sessions, owner.accountId, owner.client);
      const codes = await change(owner, event, "authenticator added", (trx) =>
        confirmAuthenticator(parts, trx, owner.accountId, code),
      );
      await forget();
      return codes;
    },
    async removeAuthenticator(owner: Owner): Promise<void> {
      const { event } = await confirm(owner);
      await change(owner, event, "authenticator removed", (trx) =>
        removeFactor(trx, owner.accountId, () => removeAuthenticator(trx, owner.accountId)),
      );
    },
    async renewRecoveryCodes(owner: Owner): Promise<string[]> {
      const { event } = await confirm(owner);
      return change(owner, event, "codes renewed", async (trx) => {
        if (!isSetUp(await factorsOf(trx, owner.accountId)))
          throw new ConflictError("Set up an authenticator app or a passkey first.");
        return renewRecoveryCodes(parts, trx, owner.accountId);
      });
    },
    async offerPasskey(owner: Owner) {
      const { account } = await confirm(owner);
      return offerPasskey(parts, account);
    },
    /** Without a name it gets that of the browser. The offer proves that the owner was there. */
    async addPasskey(owner: Owner, { name, passkey }: { name?: string | undefined; passkey: NewPasskeyAnswer }) {
      const made = await checkNewPasskey(parts, owner.accountId, passkey);
      const event = await ownEvent(sessions, owner.accountId, owner.client);
      return change(owner, event, "passkey added", (trx) =>
        addPasskey(parts, trx, owner.accountId, { name: name || event.device, made }),
      );
    },
    async removePasskey(owner: Owner, id: string): Promise<void> {
      const { event } = await confirm(owner);
      await change(owner, event, "passkey removed", (trx) =>
        removeFactor(trx, owner.accountId, () => removePasskey(trx, owner.accountId, id)),
      );
    },
  };
}
