import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import { EVERYTHING } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { forgetViewsOf } from "#features/articles/list/desk.ts";
import { forgetInLog } from "#features/audit/commands.ts";
import { addressesInLog } from "#features/audit/queries.ts";
import { forgetRequestsOf } from "#features/documents/requests/commands.ts";
import { forgetSuggestionsOf } from "#features/documents/suggestions/commands.ts";
import { recordEvent } from "#features/events/commands.ts";
import { eraseProfile } from "#features/identity/accounts/authors.ts";
import { removeLogin } from "#features/identity/accounts/commands.ts";
import { authorRenamed } from "#features/identity/accounts/profiles.ts";
import { findLoginOrSuspended, findOwn } from "#features/identity/accounts/queries.ts";
import { FORMER_AUTHOR, NO_ACCOUNT } from "#features/identity/accounts/rules.ts";
import { mergedFrom } from "#features/identity/authors/slugs.ts";
import { forgetLinks } from "#features/identity/credentials/commands.ts";
import { forgetIdentities } from "#features/identity/single-sign-on/commands.ts";
import { eraseMailsOfAccount } from "#features/mail/commands.ts";
import { mailedAddresses } from "#features/mail/queries.ts";
import { eraseReader } from "#features/newsletter/audience/commands.ts";
import { forgetNotificationsOf } from "#features/notifications/commands.ts";
import { forgetHoldings } from "#features/record/holdings/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { NotFoundError } from "#shared/errors.ts";

type Parts = {
  database: Database;
  clock: Clock;
  /** Deletes the mail transport's copy of a mail. */
  forgetMail: (name: string) => Promise<void>;
};

/**
 * Erases all personal data of a current or former member of the newsroom, in one transaction: the login with sessions and
 * second factors, the profile, the register of holdings, notifications, mails, and the messages and subscriptions of the
 * addresses that it has and had. Articles stay, by 'Former author', with what they disclose, and so do notes; of entries
 * of the audit log the account's number stays. Throws NotFoundError, and ConflictError for the only active chief.
 */
export async function eraseAccount(parts: Parts, by: Actor, id: number): Promise<void> {
  const { database, clock, forgetMail } = parts;
  const mails = await changeContent(database, async (trx) => {
    const own = await findOwn(trx, id);
    if (!own) throw new NotFoundError("account_not_found", NO_ACCOUNT);
    const forgotten: string[] = [];
    for (const email of await addressesOf(trx, own)) forgotten.push(...(await eraseReader(trx, clock, by, email)));
    forgotten.push(...(await eraseMailsOfAccount(trx, id)));
    // Before the account, with which the rows that name them go.
    await forgetSuggestionsOf(trx, id);
    if (own.email) await removeLogin(trx, clock, by, id);
    await forgetIdentities(trx, id);
    await forgetHoldings(trx, clock, by, id);
    await forgetLinks(trx, id);
    await forgetNotificationsOf(trx, id);
    await forgetViewsOf(trx, id);
    await forgetRequestsOf(trx, id);
    await authorRenamed(trx, clock, by, { id, name: FORMER_AUTHOR });
    const numbers = [id, ...(await mergedFrom(trx, id))];
    await eraseProfile(trx, id);
    for (const number of numbers) {
      await recordEvent(trx, clock, { by, action: "account.erase", subject: { kind: "account", id: number } });
      await forgetInLog(trx, number);
    }
    return { result: forgotten, changed: [EVERYTHING] };
  });
  for (const name of mails) await forgetMail(name);
}

/** The current and former addresses of an account, except those that belong to another account now. */
async function addressesOf(
  trx: Transaction<Tables>,
  { id, email }: { id: number; email: string | null },
): Promise<string[]> {
  const had = [...(await addressesInLog(trx, id)), ...(await mailedAddresses(trx, id))];
  const addresses = new Set(email === null ? had : [email, ...had]);
  for (const address of addresses) {
    const owner = await findLoginOrSuspended(trx, address);
    if (owner && owner.id !== id) addresses.delete(address);
  }
  return [...addresses];
}
