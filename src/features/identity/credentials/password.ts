import type { Kysely, Transaction } from "kysely";
import { z } from "zod";
import type { Tables } from "#db/tables.ts";
import type { MailQueue } from "#features/mail/commands.ts";
import { countMailsTo, mailSite } from "#features/mail/queries.ts";
import { enqueueTask } from "#features/tasks/commands.ts";
import type { TaskKind } from "#features/tasks/rules.ts";
import type { Attempts } from "#platform/attempts.ts";
import type { Call } from "#platform/endpoints.ts";
import { deriveKey, hashOfToken, keyedHash, newSeed } from "#platform/keys.ts";
import { networkOf } from "#platform/networks.ts";
import { hashPassword } from "#platform/password.ts";
import { InvalidError } from "#shared/errors.ts";
import { adminUrl } from "#shared/urls.ts";
import { accountOf, sessionOf } from "#shared/viewer.ts";
import { rejectWeakPassword, replacePassword } from "../accounts/commands.ts";
import { type Checked, checkPassword, recordFailure, recordIfBlocked, recordUse } from "../accounts/guessing.ts";
import { loginClient } from "../accounts/policy.ts";
import { findLogin, findLoginById, findSession, type Login } from "../accounts/queries.ts";
import { RECENT_SIGN_IN_MS, WRONG_PASSWORD } from "../accounts/rules.ts";
import {
  type AccountEvent,
  clientOf,
  type LoginClient,
  type SessionClient,
  type SessionStore,
  type Started,
  signDevice,
} from "../accounts/session-store.ts";
import { begin, eventOf, inTurnFor, loginOf, remember } from "../accounts/sign-in.ts";
import type { ResetBody } from "./endpoints.ts";
import { resetMail } from "./mail.tsx";
import { BAD_LINK, MAIL_DAY_MS, MAX_ASKED, MAX_RESET_MAILS, RESET_TTL_MS, resetToken } from "./rules.ts";

export type CredentialParts = {
  sessions: SessionStore;
  mailQueue: MailQueue;
  /** Counts requests for links; undefined if the operator lifted the limits. */
  attempts: Attempts | undefined;
};

/** A user who changes how their account is protected, and what proves that they own it. */
export type Owner = { accountId: number; sessionId: string; client: LoginClient; password?: string | undefined };

type OwnCall = Pick<Call<unknown>, "viewer" | "headers" | "ip"> & { body?: unknown };

/** The user of a request whose body may have the password. */
export const ownerOf = (call: OwnCall): Owner => ({
  accountId: accountOf(call),
  sessionId: sessionOf(call),
  client: loginClient(call),
  password: (call.body as { password?: string } | null | undefined)?.password,
});

const PASSWORD_DUE = "Please enter your password: you logged in more than 15 minutes ago.";
const PASSWORD_ALWAYS_DUE = "Please enter your password.";

/**
 * Checks the current password of a user with a session; a mistake is reported at `field`. A wrong one counts like one
 * at login, and is recorded in the audit log. Throws InvalidError.
 */
async function requirePassword(
  store: SessionStore,
  account: Login,
  { field, password }: { field: string; password: string },
  from: SessionClient,
): Promise<Checked> {
  const checking = checkPassword(store, { email: account.email, account }, password, from);
  const checked = await recordIfBlocked(store, account, from, checking);
  if (checked.isRight) return checked;
  await recordFailure(store, "password.fail", account, from);
  throw new InvalidError("wrong_password", WRONG_PASSWORD, { [field]: WRONG_PASSWORD });
}

/**
 * Verifies the owner before a change to how an account is protected: by the password, or by a login a few minutes ago.
 * Returns the event to notify the owner of. Throws InvalidError.
 */
export async function confirmOwner(
  store: SessionStore,
  { accountId, sessionId, password, client }: Owner,
): Promise<{ account: Login; event: AccountEvent }> {
  const from = clientOf(client);
  const account = await loginOf(store, accountId);
  return inTurnFor(store, account.email, from, async () => {
    const now = store.clock.now();
    if (password === undefined) {
      const session = await findSession(store.database.db, { sub: accountId, sid: sessionId }, now);
      if (!session || session.started_at <= now - RECENT_SIGN_IN_MS)
        throw new InvalidError("password_required", PASSWORD_DUE, { password: PASSWORD_DUE });
    } else {
      const { forget } = await requirePassword(store, account, { field: "password", password }, from);
      await forget();
    }
    return { account, event: eventOf(account, from, now) };
  });
}

/**
 * Verifies the owner before private data leaves the site: by the password, however recent the
 * login. Only an account of single sign-on, which may know no password, can log in again instead. Throws InvalidError.
 */
export async function confirmPassword(store: SessionStore, owner: Owner): Promise<void> {
  if (owner.password === undefined) {
    const { db } = store.database;
    const identity = db.selectFrom("oidc_identity").select("account_id").where("account_id", "=", owner.accountId);
    if (!(await identity.executeTakeFirst()))
      throw new InvalidError("password_required", PASSWORD_ALWAYS_DUE, { password: PASSWORD_ALWAYS_DUE });
  }
  await confirmOwner(store, owner);
}

/**
 * Changes the password of a user who knows the current one; revokes all sessions and starts a new one. Throws
 * InvalidError for a wrong password, which counts like one at login.
 */
export async function changePassword(
  store: SessionStore,
  accountId: number,
  { current, password }: { current: string; password: string },
  sender: LoginClient,
): Promise<Started> {
  const from = clientOf(sender);
  const account = await loginOf(store, accountId);
  return inTurnFor(store, account.email, from, async () => {
    await rejectWeakPassword(password);
    const { client, forget } = await requirePassword(store, account, { field: "current", password: current }, from);
    const hash = await hashPassword(password);
    const { changed, tokens } = await store.database.db.transaction().execute(async (trx) => {
      const changed = await replacePassword(trx, account, hash);
      await recordUse(store, trx, "password.change", changed, from);
      await store.listener.passwordChanged(trx, eventOf(changed, from, store.clock.now()));
      return { changed, tokens: await begin(store, trx, changed, from) };
    });
    await forget();
    return { tokens, device: await signDevice(store, changed, client.deviceId ?? undefined) };
  });
}

/**
 * Requests a mail with a link to set a new password. Its response and timing do not depend on whether an account has
 * the address: a task looks later. Above the limits nothing is sent.
 */
export async function requestReset(
  { attempts, sessions: { database, clock, secretKey } }: CredentialParts,
  email: string,
  address: string,
): Promise<void> {
  const key = deriveKey(secretKey, "password reset requests");
  const asked = await attempts?.take([
    { key: keyedHash(key, "for", email), max: MAX_ASKED.address },
    { key: keyedHash(key, "from", networkOf(address)), max: MAX_ASKED.network },
  ]);
  if (asked?.retryAfter !== undefined) return;
  await enqueueTask(database.db, clock.now(), { kind: RESET_TASK, payload: { email } });
}

/**
 * Sets a password by the token of a link and redeems all links of the account; revokes its sessions. Returns a device
 * token. Throws InvalidError for an unknown, used or expired token.
 */
export async function resetPassword(
  store: SessionStore,
  { token, password }: ResetBody,
  sender: LoginClient,
): Promise<string> {
  const from = clientOf(sender);
  await rejectWeakPassword(password);
  const hash = await hashPassword(password);
  const account = await store.database.db.transaction().execute(async (trx) => {
    const now = store.clock.now();
    const changed = await replacePassword(trx, await redeemToken(trx, hashOfToken(token), now), hash);
    await remember(store, trx, changed.id, from);
    await recordUse(store, trx, "password.reset", changed, from);
    await store.listener.passwordChanged(trx, eventOf(changed, from, now));
    return changed;
  });
  return signDevice(store, account);
}

/** Redeems a token, and returns its account. */
async function redeemToken(trx: Transaction<Tables>, hash: string, now: number): Promise<Login> {
  const redeemed = await trx
    .deleteFrom("password_reset")
    .where("hash", "=", hash)
    .where("expires_at", ">", now)
    .returning(["account_id", "generation"])
    .executeTakeFirst();
  const account = redeemed && (await findLoginById(trx, redeemed.account_id));
  if (!account || account.token_generation !== redeemed.generation)
    throw new InvalidError("invalid_link", BAD_LINK, { token: BAD_LINK });
  await trx.deleteFrom("password_reset").where("account_id", "=", account.id).execute();
  return account;
}

const RESET_TASK = "password-reset";

const payloadShape = z.object({ email: z.string() });

/** The task that mails a link to set a new password, if an account has the address. */
export const resetTask = (parts: CredentialParts): TaskKind => ({
  kind: RESET_TASK,
  subjectOf: () => ({ what: "Mail with a link for a new password", path: adminUrl.people() }),
  isRetried: false,
  prepare: async (payload) => {
    const { email } = payloadShape.parse(payload);
    return async (trx) => {
      await sendLink(parts, trx, email);
      return { position: null, done: 1, total: 1, isDone: true, result: null };
    };
  },
});

async function sendLink({ sessions, mailQueue }: CredentialParts, trx: Transaction<Tables>, email: string) {
  const { clock, secretKey } = sessions;
  const account = await findLogin(trx, email);
  if (!account) return;
  const now = clock.now();
  if ((await countMailsTo(trx, email, ["reset"], now - MAIL_DAY_MS)) >= MAX_RESET_MAILS) return;
  const seed = newSeed(secretKey);
  await removeExpiredLinks(trx, now);
  await trx
    .insertInto("password_reset")
    .values({
      hash: hashOfToken(resetToken({ secretKey }, seed)),
      account_id: account.id,
      generation: account.token_generation,
      expires_at: now + RESET_TTL_MS,
    })
    .execute();
  const content = resetMail(await mailSite(trx, mailQueue.site));
  await mailQueue.enqueue(trx, { kind: "reset", to: email, content, accountId: account.id, linkSeed: seed });
}

/** Deletes expired links to set a password, and expired address changes. */
export async function removeExpiredLinks(db: Kysely<Tables>, now: number): Promise<void> {
  await db.deleteFrom("password_reset").where("expires_at", "<=", now).execute();
  await db.deleteFrom("email_change").where("expires_at", "<=", now).execute();
}
