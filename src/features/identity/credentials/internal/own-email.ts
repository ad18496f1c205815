import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { setEmail } from "#features/identity/accounts/commands.ts";
import { confirmOwner } from "#features/identity/accounts/owner.ts";
import { findLoginById, findLoginOrSuspended, findOwn } from "#features/identity/accounts/queries.ts";
import type { AccountEvent, LoginClient } from "#features/identity/accounts/session-store.ts";
import { countMailsTo, mailSite } from "#features/mail/queries.ts";
import { approximateNetwork } from "#platform/client-network.ts";
import { deriveKey, hashOfToken, keyedHash, newSeed } from "#platform/keys.ts";
import type { Actor } from "#shared/actor.ts";
import { InvalidError, NotFoundError, TooManyRequestsError } from "#shared/errors.ts";
import { type CredentialParts, forgetLinks } from "../commands.ts";
import { confirmEmailMail, movedMail, takenMail } from "../mail.tsx";
import { findEmailChange, lockEmailChange } from "../queries.ts";
import {
  BAD_EMAIL_LINK,
  EMAIL_TTL_MS,
  emailToken,
  MAIL_DAY_MS,
  MAX_ASKED,
  MAX_EMAIL_MAILS,
  SAME_EMAIL,
} from "../rules.ts";
import type { Owner } from "./own-factors.ts";

/** A change that is asked for: whose, from which address to which, and what its two links are made from. */
type Asked = { accountId: number; from: string; to: string; seeds: { old: string; fresh: string } };

/** The address that one logs in by: it changes when the old and the new one have confirmed it. */
export function ownEmailCommands(parts: CredentialParts) {
  const { database, clock, secretKey, sessions } = parts;
  return {
    /**
     * Asks for another address; an earlier change ends. Whether somebody has the address shows in nothing. Throws
     * InvalidError where the password is due or wrong, TooManyRequestsError.
     */
    async ask(owner: Owner, email: string): Promise<void> {
      const { password, client, ...who } = owner;
      const { account, event } = await confirmOwner(sessions, who, password, client);
      if (email === account.email) throw new InvalidError(SAME_EMAIL, { email: SAME_EMAIL });
      await countAsked(parts, account.id, email);
      const asked = {
        accountId: account.id,
        from: account.email,
        to: email,
        seeds: { old: newSeed(secretKey), fresh: newSeed(secretKey) },
      };
      await database.db.transaction().execute(async (trx) => {
        const now = clock.now();
        const own = await findOwn(trx, account.id);
        if (!own) throw new NotFoundError("There is no such account.");
        const row = {
          email,
          generation: account.token_generation,
          role: own.role,
          asked_at: now,
          old_hash: hashOfToken(emailToken({ secretKey }, asked.seeds.old)),
          new_hash: hashOfToken(emailToken({ secretKey }, asked.seeds.fresh)),
          expires_at: now + EMAIL_TTL_MS,
        };
        await trx
          .insertInto("email_change")
          .values({ account_id: account.id, ...row })
          .onConflict((conflict) => conflict.column("account_id").doUpdateSet(row))
          .execute();
        await sendLinks(parts, trx, asked, event);
        const by = { accountId: account.id, network: event.origin };
        await recordEntry(trx, clock, {
          by,
          action: "account.email_ask",
          subject: { kind: "account", id: account.id },
        });
      });
    },

    /** Throws NotFoundError where no change waits. */
    async cancel(by: Actor, accountId: number): Promise<void> {
      await database.db.transaction().execute(async (trx) => {
        const waiting = await findEmailChange(trx, accountId, clock.now());
        await trx.deleteFrom("email_change").where("account_id", "=", accountId).execute();
        if (!waiting) throw new NotFoundError("No change of the address waits to be confirmed.");
        await recordEntry(trx, clock, {
          by,
          action: "account.email_cancel",
          subject: { kind: "account", id: accountId },
        });
      });
    },

    /**
     * Spends the token of one of the two links; returns whether the change is complete. Throws InvalidError for a token
     * that is unknown, spent or too old, and ConflictError where somebody else has the address by now.
     */
    confirm: (token: string, client: LoginClient): Promise<boolean> =>
      database.db.transaction().execute(async (trx) => {
        const hash = hashOfToken(token);
        const waiting = await lockEmailChange(trx, hash, clock.now());
        if (!waiting) throw new InvalidError(BAD_EMAIL_LINK, { token: BAD_EMAIL_LINK });
        const { account_id: id, email, old_hash, new_hash } = waiting;
        const left = {
          old_hash: old_hash === hash ? null : old_hash,
          new_hash: new_hash === hash ? null : new_hash,
        };
        if (left.old_hash !== null || left.new_hash !== null) {
          await trx.updateTable("email_change").set(left).where("account_id", "=", id).execute();
          return false;
        }
        await complete(parts, trx, { id, email }, client);
        return true;
      }),
  };
}

/** Throws TooManyRequestsError. */
async function countAsked({ attempts, secretKey }: CredentialParts, accountId: number, email: string): Promise<void> {
  const key = deriveKey(secretKey, "email changes");
  const asked = await attempts?.take([
    { key: keyedHash(key, "of", accountId), max: MAX_ASKED.address },
    { key: keyedHash(key, "to", email), max: MAX_ASKED.address },
  ]);
  if (asked?.retryAfter !== undefined)
    throw new TooManyRequestsError("This was asked for too often. Please try again later.", asked.retryAfter);
}

/** Both addresses get a mail; where somebody has the new one, theirs says so and has no link. */
async function sendLinks(
  { clock, postbox }: CredentialParts,
  trx: Transaction<Tables>,
  { accountId, from, to, seeds }: Asked,
  event: AccountEvent,
): Promise<void> {
  const site = await mailSite(trx, postbox.site);
  const kind = "email-change";
  const old = confirmEmailMail(site, { to, isOld: true, event });
  await postbox.put(trx, { kind, to: from, content: old, accountId, linkSeed: seeds.old });
  if ((await countMailsTo(trx, to, [kind], clock.now() - MAIL_DAY_MS)) >= MAX_EMAIL_MAILS) return;
  const other = await findLoginOrSuspended(trx, to);
  if (other) {
    await postbox.put(trx, { kind, to, content: takenMail(site), accountId: other.id });
    return;
  }
  const fresh = confirmEmailMail(site, { to, isOld: false, event });
  await postbox.put(trx, { kind, to, content: fresh, accountId, linkSeed: seeds.fresh });
}

/** Gives the account its new address, and tells both. */
async function complete(
  { clock, postbox }: CredentialParts,
  trx: Transaction<Tables>,
  { id, email }: { id: number; email: string },
  { address }: LoginClient,
): Promise<void> {
  const account = await findLoginById(trx, id);
  if (!account) throw new InvalidError(BAD_EMAIL_LINK, { token: BAD_EMAIL_LINK });
  const by = { accountId: id, network: approximateNetwork(address) };
  await setEmail(trx, clock, by, account, email);
  await forgetLinks(trx, id);
  const content = movedMail(await mailSite(trx, postbox.site), email);
  for (const to of [account.email, email]) await postbox.put(trx, { kind: "email-change", to, content, accountId: id });
}
