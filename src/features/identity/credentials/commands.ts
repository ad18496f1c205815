import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { recordAccount } from "#features/events/commands.ts";
import { countMailsTo, mailSite } from "#features/mail/queries.ts";
import type { Clock } from "#platform/clock.ts";
import { deriveKey, hashOfToken, keyedHash, newSeed } from "#platform/keys.ts";
import { approximateNetwork } from "#platform/networks.ts";
import type { Actor } from "#shared/actor.ts";
import { InvalidError, NotFoundError, TooManyRequestsError } from "#shared/errors.ts";
import { setEmail } from "../accounts/commands.ts";
import { findLoginById, findLoginOrSuspended, findOwn } from "../accounts/queries.ts";
import { NO_ACCOUNT, NO_LOGIN } from "../accounts/rules.ts";
import type { AccountEvent, LoginClient } from "../accounts/session-store.ts";
import { confirmEmailMail, movedMail, takenMail } from "./mail.tsx";
import { type CredentialParts, confirmOwner, type Owner } from "./password.ts";
import {
  BAD_EMAIL_LINK,
  EMAIL_TTL_MS,
  emailToken,
  MAIL_DAY_MS,
  MAX_ASKED,
  MAX_EMAIL_MAILS,
  SAME_EMAIL,
} from "./rules.ts";

/**
 * The pending address change of an account. It is void once the password or the role has changed, or the account was
 * suspended.
 */
export const findEmailChange = (db: Kysely<Tables>, accountId: number, now: number) =>
  selectWaiting(db, now).where("email_change.account_id", "=", accountId).executeTakeFirst();

/** The same by the hash of the token of either of its links, held until the end of a transaction. */
const lockEmailChange = (db: Kysely<Tables>, hash: string, now: number) =>
  selectWaiting(db, now)
    .where((eb) => eb.or([eb("old_hash", "=", hash), eb("new_hash", "=", hash)]))
    .forUpdate("email_change")
    .executeTakeFirst();

const selectWaiting = (db: Kysely<Tables>, now: number) =>
  db
    .selectFrom("email_change")
    .innerJoin("account", "account.id", "email_change.account_id")
    .select(["email_change.account_id", "email_change.email", "old_hash", "new_hash", "asked_at", "expires_at"])
    .where("expires_at", ">", now)
    .where("account.is_active", "=", 1)
    .whereRef("email_change.generation", "=", "account.token_generation")
    .whereRef("email_change.role", "=", "account.role");
export type EmailChangeRow = NonNullable<Awaited<ReturnType<typeof findEmailChange>>>;

/** A requested change, with the seeds of its two links. */
type Requested = { accountId: number; from: string; to: string; seeds: { old: string; fresh: string } };

/**
 * Requests another address, which the account gets once both the old and the new one have confirmed; an earlier request
 * is cancelled. Nothing reveals whether an account has the address. Throws InvalidError where the password is required
 * or wrong, TooManyRequestsError.
 */
export async function requestEmail(parts: CredentialParts, owner: Owner, email: string): Promise<void> {
  const { database, clock, secretKey } = parts.sessions;
  const { account, event } = await confirmOwner(parts.sessions, owner);
  if (email === account.email) throw new InvalidError("email_unchanged", SAME_EMAIL, { email: SAME_EMAIL });
  await countRequest(parts, account.id, email);
  const seeds = { old: newSeed(secretKey), fresh: newSeed(secretKey) };
  await database.db.transaction().execute(async (trx) => {
    const now = clock.now();
    const own = await findOwn(trx, account.id);
    if (!own) throw new NotFoundError("account_not_found", NO_ACCOUNT);
    const row = {
      email,
      generation: account.token_generation,
      role: own.role,
      asked_at: now,
      old_hash: hashOfToken(emailToken({ secretKey }, seeds.old)),
      new_hash: hashOfToken(emailToken({ secretKey }, seeds.fresh)),
      expires_at: now + EMAIL_TTL_MS,
    };
    await trx
      .insertInto("email_change")
      .values({ account_id: account.id, ...row })
      .onConflict((conflict) => conflict.column("account_id").doUpdateSet(row))
      .execute();
    await sendLinks(parts, trx, { accountId: account.id, from: account.email, to: email, seeds }, event);
    const by = { accountId: account.id, network: event.origin };
    await recordAccount(trx, clock, by, "account.email_ask", account.id);
  });
}

/** Throws NotFoundError if no change is pending. */
export async function cancelEmail({ sessions: { database, clock } }: CredentialParts, by: Actor, accountId: number) {
  await database.db.transaction().execute(async (trx) => {
    const waiting = await findEmailChange(trx, accountId, clock.now());
    await trx.deleteFrom("email_change").where("account_id", "=", accountId).execute();
    if (!waiting) throw new NotFoundError("email_change_not_found", "No email change is pending.");
    await recordAccount(trx, clock, by, "account.email_cancel", accountId);
  });
}

/**
 * Redeems the token of one of the two links; returns whether the change is complete. Throws InvalidError for an
 * unknown, used or expired token, and ConflictError if another account has taken the address.
 */
export function confirmEmail(parts: CredentialParts, token: string, client: LoginClient): Promise<boolean> {
  const { database, clock } = parts.sessions;
  return database.db.transaction().execute(async (trx) => {
    const hash = hashOfToken(token);
    const waiting = await lockEmailChange(trx, hash, clock.now());
    if (!waiting) throw new InvalidError("invalid_link", BAD_EMAIL_LINK, { token: BAD_EMAIL_LINK });
    const { account_id: id, email, old_hash, new_hash } = waiting;
    const left = { old_hash: old_hash === hash ? null : old_hash, new_hash: new_hash === hash ? null : new_hash };
    if (left.old_hash !== null || left.new_hash !== null) {
      await trx.updateTable("email_change").set(left).where("account_id", "=", id).execute();
      return false;
    }
    await complete(parts, trx, { id, email }, client);
    return true;
  });
}

async function countRequest({ attempts, sessions }: CredentialParts, accountId: number, email: string): Promise<void> {
  const key = deriveKey(sessions.secretKey, "email changes");
  const asked = await attempts?.take([
    { key: keyedHash(key, "of", accountId), max: MAX_ASKED.address },
    { key: keyedHash(key, "to", email), max: MAX_ASKED.address },
  ]);
  if (asked?.retryAfter !== undefined)
    throw new TooManyRequestsError("too_many_requests", "Too many requests. Please try again later.", asked.retryAfter);
}

/** Both addresses get a mail. If another account has the new one, its mail says so and has no link. */
async function sendLinks(
  { sessions, mailQueue }: CredentialParts,
  trx: Transaction<Tables>,
  { accountId, from, to, seeds }: Requested,
  event: AccountEvent,
): Promise<void> {
  const site = await mailSite(trx, mailQueue.site);
  const kind = "email-change";
  const old = confirmEmailMail(site, { to, isOld: true, event });
  await mailQueue.enqueue(trx, { kind, to: from, content: old, accountId, linkSeed: seeds.old });
  if ((await countMailsTo(trx, to, [kind], sessions.clock.now() - MAIL_DAY_MS)) >= MAX_EMAIL_MAILS) return;
  const other = await findLoginOrSuspended(trx, to);
  if (other) {
    await mailQueue.enqueue(trx, { kind, to, content: takenMail(site), accountId: other.id });
    return;
  }
  const fresh = confirmEmailMail(site, { to, isOld: false, event });
  await mailQueue.enqueue(trx, { kind, to, content: fresh, accountId, linkSeed: seeds.fresh });
}

/** Gives the account its new address, and notifies both. */
async function complete(
  { sessions, mailQueue }: CredentialParts,
  trx: Transaction<Tables>,
  { id, email }: { id: number; email: string },
  { address }: LoginClient,
): Promise<void> {
  const account = await findLoginById(trx, id);
  if (!account) throw new InvalidError("invalid_link", BAD_EMAIL_LINK, { token: BAD_EMAIL_LINK });
  const by = { accountId: id, network: approximateNetwork(address) };
  await setEmail(trx, sessions.clock, by, account, email);
  await forgetLinks(trx, id);
  const content = movedMail(await mailSite(trx, mailQueue.site), email);
  for (const to of [account.email, email])
    await mailQueue.enqueue(trx, { kind: "email-change", to, content, accountId: id });
}

/** Voids what was sent to an account's address: links to set a password, and a pending address change. */
export async function forgetLinks(trx: Transaction<Tables>, accountId: number): Promise<void> {
  await trx.deleteFrom("email_change").where("account_id", "=", accountId).execute();
  await trx.deleteFrom("password_reset").where("account_id", "=", accountId).execute();
}

/**
 * Changes the address of an account without confirmation or mail. Throws NotFoundError, and ConflictError for a taken
 * one.
 */
export async function moveAccount(
  { database, clock }: { database: Database; clock: Clock },
  by: Actor,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const account = await findLoginOrSuspended(trx, from);
    if (!account) throw new NotFoundError("account_not_found", NO_LOGIN);
    await setEmail(trx, clock, by, account, to);
    await forgetLinks(trx, account.id);
  });
}
