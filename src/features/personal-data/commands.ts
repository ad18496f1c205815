import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import { EVERYTHING } from "#db/scopes.ts";
import { eraseProfile, type NameListener, removeLogin } from "#features/accounts/commands.ts";
import { findOwn } from "#features/accounts/queries.ts";
import { FORMER_AUTHOR, NO_ACCOUNT } from "#features/accounts/rules.ts";
import { eraseReader } from "#features/audience/commands.ts";
import { forgetInLog, recordEntry } from "#features/audit/commands.ts";
import { forgetLinks } from "#features/credentials/commands.ts";
import { forgetHoldings, type HoldingStore } from "#features/holdings/commands.ts";
import { forgetNotificationsOf } from "#features/notifications/commands.ts";
import { forgetRequestsOf } from "#features/review-requests/commands.ts";
import { forgetIdentities } from "#features/single-sign-on/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { NotFoundError } from "#shared/errors.ts";

type Parts = Pick<HoldingStore, "holdingListeners"> & {
  database: Database;
  clock: Clock;
  nameListeners: readonly NameListener[];
  /** Deletes what the mail transport has stored of a mail. */
  forgetMail: (name: string) => Promise<void>;
};

/**
 * Erases all that is kept about somebody who works or worked here, in one transaction: the login with sessions and
 * second factors, the profile, the register of holdings, notifications, mails, messages and the subscription of the same
 * address. Articles stay, by 'Former author', with what they disclose, and so do notes; of entries of the audit log the
 * account's number stays. Throws NotFoundError, and ConflictError for the only active chief.
 */
export async function eraseAccount(parts: Parts, by: Actor, id: number): Promise<void> {
  const { database, clock, forgetMail } = parts;
  const mails = await changeContent(database, async (trx) => {
    const own = await findOwn(trx, id);
    if (!own) throw new NotFoundError(NO_ACCOUNT);
    const forgotten = own.email ? await eraseReader(trx, clock, by, own.email) : [];
    if (own.email) await removeLogin(trx, clock, by, id);
    await forgetIdentities(trx, id);
    await forgetHoldings(trx, parts, id);
    await forgetLinks(trx, id);
    await forgetNotificationsOf(trx, id);
    await forgetRequestsOf(trx, id);
    const author = { id, name: FORMER_AUTHOR };
    for (const listener of parts.nameListeners) await listener(trx, author);
    await eraseProfile(trx, id);
    await recordEntry(trx, clock, { by, action: "account.erase", subject: { kind: "account", id } });
    await forgetInLog(trx, id);
    return { result: forgotten, changed: [EVERYTHING] };
  });
  for (const name of mails) await forgetMail(name);
}
