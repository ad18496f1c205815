import type { Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { setEmail } from "#features/identity/accounts/commands.ts";
import { resetPassword } from "#features/identity/accounts/owner.ts";
import { findLoginById, findLoginOrSuspended, type Login } from "#features/identity/accounts/queries.ts";
import { NO_LOGIN } from "#features/identity/accounts/rules.ts";
import type { AccountListener, LoginClient, SessionStore } from "#features/identity/accounts/session-store.ts";
import type { Postbox } from "#features/mail/commands.ts";
import { mailSite } from "#features/mail/queries.ts";
import { enqueueTask } from "#features/tasks/commands.ts";
import type { Attempts } from "#platform/attempts.ts";
import { networkOf } from "#platform/client-network.ts";
import type { Clock } from "#platform/clock.ts";
import { deriveKey, hashOfToken, keyedHash, type Secrets } from "#platform/keys.ts";
import type { Actor } from "#shared/actor.ts";
import { InvalidError, NotFoundError } from "#shared/errors.ts";
import { copiedSessionMail, factorMail, passwordMail, signInMail } from "./mail.tsx";
import { BAD_LINK, MAX_ASKED } from "./rules.ts";
import type { ResetBody } from "./schema.ts";
import { RESET_TASK } from "./tasks.ts";

export type CredentialParts = Secrets & {
  database: Database;
  clock: Clock;
  postbox: Postbox;
  siteName: string;
  siteUrl: string;
  sessions: SessionStore;
  listener: AccountListener;
  /** Counts how often links are asked for; undefined if the operator lifted the limits. */
  attempts: Attempts | undefined;
};

/**
 * Asks for a mail with a link to set a new password. What happens here does not depend on whether anybody has the
 * address, not even on how often it was asked for: a task looks later. Above the limits nothing is sent.
 */
export async function askForReset(
  { database, clock, attempts, secretKey }: CredentialParts,
  email: string,
  address: string,
): Promise<void> {
  const key = deriveKey(secretKey, "password reset calls");
  const asked = await attempts?.take([
    { key: keyedHash(key, "for", email), max: MAX_ASKED.address },
    { key: keyedHash(key, "from", networkOf(address)), max: MAX_ASKED.network },
  ]);
  if (asked?.retryAfter !== undefined) return;
  await enqueueTask(database.db, clock.now(), { kind: RESET_TASK, payload: { email } });
}

/**
 * Sets a password by the token of a link, which is spent, as are all others of the account; ends its sessions. Returns a
 * device token. Throws InvalidError for a token that is unknown, spent or too old.
 */
export function resetForgottenPassword(
  { clock, sessions }: CredentialParts,
  { token, password }: ResetBody,
  client: LoginClient,
): Promise<string> {
  return resetPassword(sessions, password, client, (trx) => spendToken(trx, hashOfToken(token), clock.now()));
}

/** Spends a token, and returns whose it is. */
async function spendToken(trx: Transaction<Tables>, hash: string, now: number): Promise<Login> {
  const spent = await trx
    .deleteFrom("password_reset")
    .where("hash", "=", hash)
    .where("expires_at", ">", now)
    .returning(["account_id", "generation"])
    .executeTakeFirst();
  const account = spent && (await findLoginById(trx, spent.account_id));
  if (!account || account.token_generation !== spent.generation) throw new InvalidError(BAD_LINK, { token: BAD_LINK });
  await trx.deleteFrom("password_reset").where("account_id", "=", account.id).execute();
  return account;
}

/**
 * Tells owners of accounts by mail what happens to them. Where mail goes nowhere but into files, nobody would read of a
 * sign-in in time, and it is left out.
 */
export function accountNotices(postbox: Postbox, sendsMail: boolean): AccountListener {
  return {
    async signedInAnew(trx, event) {
      if (!sendsMail) return;
      const content = signInMail(await mailSite(trx, postbox.site), event);
      await postbox.put(trx, { kind: "sign-in", to: event.email, content, accountId: event.accountId });
    },
    async sessionCopied(trx, event) {
      if (!sendsMail) return;
      const content = copiedSessionMail(await mailSite(trx, postbox.site), event);
      await postbox.put(trx, { kind: "sign-in", to: event.email, content, accountId: event.accountId });
    },
    async passwordChanged(trx, event) {
      const content = passwordMail(await mailSite(trx, postbox.site), event);
      await postbox.put(trx, { kind: "password", to: event.email, content, accountId: event.accountId });
    },
    async factorsChanged(trx, event) {
      const content = factorMail(await mailSite(trx, postbox.site), event);
      await postbox.put(trx, { kind: "factors", to: event.email, content, accountId: event.accountId });
    },
  };
}

/** Ends what was sent to an account's address: links to set a password, and a change that waits for its confirmations. */
export async function forgetLinks(trx: Transaction<Tables>, accountId: number): Promise<void> {
  await trx.deleteFrom("email_change").where("account_id", "=", accountId).execute();
  await trx.deleteFrom("password_reset").where("account_id", "=", accountId).execute();
}

/**
 * Gives an account another address without asking either, and sends no mail. Throws NotFoundError, and ConflictError for a
 * taken one.
 */
export async function moveAccount(
  { database, clock }: Pick<CredentialParts, "database" | "clock">,
  by: Actor,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const account = await findLoginOrSuspended(trx, from);
    if (!account) throw new NotFoundError(NO_LOGIN);
    await setEmail(trx, clock, by, account, to);
    await forgetLinks(trx, account.id);
  });
}
