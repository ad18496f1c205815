import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { nobodyAt, recordEntry, recordRepeated } from "#features/audit/commands.ts";
import type { Action, Changes } from "#features/audit/rules.ts";
import { TooManyRequestsError } from "#shared/errors.ts";
import type { Login } from "../queries.ts";
import { StillBlockedError } from "./guessing.ts";
import type { Context, SessionClient } from "./session-context.ts";

/** Records in the audit log what the owner of an account did, in the transaction in which it happens. */
export const recordUse = (
  { clock }: Context,
  trx: Transaction<Tables>,
  action: Action,
  { id }: Login,
  { origin }: SessionClient,
  changes?: Changes,
): Promise<void> =>
  recordEntry(trx, clock, {
    by: { accountId: id, network: origin },
    action,
    subject: { kind: "account", id },
    ...(changes && { changes }),
  });

/**
 * Records a failed login in the audit log: never by the address that was typed, which may be a password in the wrong
 * field.
 */
export const recordFailure = (
  { database, clock }: Context,
  action: Action,
  account: Login | undefined,
  { origin }: SessionClient,
): Promise<void> =>
  recordRepeated(database, clock, {
    by: nobodyAt(origin),
    action,
    subject: { kind: "account", id: account?.id ?? null },
  });

/** Waits for the check of a password, and records a rejection for too many failures in the audit log. */
export async function recordIfBlocked<Checked>(
  context: Context,
  account: Login | undefined,
  from: SessionClient,
  checked: Promise<Checked>,
): Promise<Checked> {
  try {
    return await checked;
  } catch (error) {
    const isNew = error instanceof TooManyRequestsError && !(error instanceof StillBlockedError);
    if (isNew) await recordFailure(context, "session.block", account, from);
    throw error;
  }
}
