import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { askForPasskey, askForSecondStep } from "#features/identity/second-factor/commands.ts";
import type { SecondStep } from "#features/identity/second-factor/schema.ts";
import { approximateNetwork } from "#platform/client-network.ts";
import { type Clock, systemClock } from "#platform/clock.ts";
import { type InTurn, inTurn } from "#platform/in-turn.ts";
import { deriveKey, keyedHash } from "#platform/keys.ts";
import type { Actor } from "#shared/actor.ts";
import { NotFoundError, UnauthenticatedError } from "#shared/errors.ts";
import { recordFailure, recordIfBlocked, recordUse } from "./internal/audited.ts";
import { accountKey, checkPassword, codeKey, countCode, findClient, rejectIfKnown } from "./internal/guessing.ts";
import { type Confirmed, confirmOwner, type SessionOwner } from "./internal/owner-check.ts";
import { changePassword, type PasswordChange, resetPassword } from "./internal/password-change.ts";
import { dropUsedTokens, keepRefreshToken, markUsed } from "./internal/refresh-tokens.ts";
import { takeSecondStep } from "./internal/second-step.ts";
import {
  type AccountEvent,
  type Context,
  clientOf,
  type LoginClient,
  type SessionClient,
  type SessionParts,
  type Started,
} from "./internal/session-context.ts";
import { eventOf, remember, start } from "./internal/session-start.ts";
import { createTokens } from "./internal/session-tokens.ts";
import { findLogin, findLoginById, findLoginOrSuspended, findSession, type Login } from "./queries.ts";
import { endOfSession, NO_LOGIN, REFRESH_TTL_MS, RETRY_GRACE, SESSION_ENDED, WRONG_LOGIN } from "./rules.ts";
import type { LoginBody, SecondStepBody, TokenPair } from "./schema.ts";

export type { AccountEvent, AccountListener, FactorChange, LoginClient, Started } from "./internal/session-context.ts";

type Proof = { by: "single sign-on" | "invitation"; isStrong?: boolean };

export type Sessions = {
  /**
   * Returns what the second step needs, where one is due. Throws UnauthenticatedError for a wrong email or password,
   * TooManyRequestsError after too many.
   */
  logIn: (login: LoginBody, client: LoginClient) => Promise<Started | { step: SecondStep }>;
  /** A ticket for a sign-in by a passkey alone. */
  offerPasskeyLogin: () => ReturnType<typeof askForPasskey>;
  /** Completes a sign-in. Throws UnauthenticatedError for a wrong code or passkey or a ticket that has ended. */
  takeSecondStep: (body: SecondStepBody, client: LoginClient) => Promise<Started>;
  /**
   * Starts a session for whoever has been proved elsewhere to own an account; `isStrong`: by two factors, so that none
   * of the account's own is needed. Throws UnauthenticatedError.
   */
  signInProved: (accountId: number, client: LoginClient, proof: Proof) => Promise<Started>;
  /**
   * Makes sure that whoever is about to change how an account is protected is its owner: by the password, or as the
   * session began a few minutes ago. Throws InvalidError.
   */
  confirmOwner: (owner: SessionOwner, password: string | undefined, client: LoginClient) => Promise<Confirmed>;
  /** A use of an account from this client, as its owner is informed of it. */
  eventOf: (accountId: number, client: LoginClient) => Promise<AccountEvent>;
  /** Counts a first code of a new authenticator; returns how to let it count no longer. Throws TooManyRequestsError. */
  countCode: (owner: SessionOwner) => Promise<() => Promise<void>>;
  /** Exchanges a refresh token. Throws UnauthenticatedError, and ends the session if a token is reused too late. */
  refresh: (refreshToken: string, client: LoginClient) => Promise<TokenPair>;
  /** Ends the session of a refresh token, including its access tokens. Throws UnauthenticatedError. */
  logOut: (refreshToken: string, clientAddress: string) => Promise<void>;
  /**
   * Sets a password for whoever knows the current one; ends all sessions and starts a new one. Throws InvalidError for a
   * wrong current password, which counts like one at login.
   */
  changePassword: (accountId: number, change: PasswordChange, client: LoginClient) => Promise<Started>;
  /**
   * Sets a password for whoever has proved otherwise to own the account, and ends all sessions; returns a device token.
   * `prove` runs in the same transaction and returns the account; it throws where there is no proof.
   */
  resetPassword: (
    password: string,
    client: LoginClient,
    prove: (trx: Transaction<Tables>) => Promise<Login>,
  ) => Promise<string>;
};

/** Sessions: started by a login, ended by logout, a password change, token theft, expiry, or their owner elsewhere. */
export function createSessions(parts: SessionParts): Sessions {
  const context: Context = { ...parts, key: sessionKey(parts.secretKey), tokens: createTokens(parts) };
  // Passwords for one account from one network are checked one at a time, so correct ones never use up the limit.
  const turn: InTurn = inTurn();
  const turnOf = (email: string, { network }: SessionClient) => keyedHash(context.key, "login", email, network);
  return {
    async logIn(login, from) {
      const client = clientOf(from);
      rejectIfKnown(context, login.email, client);
      return turn(turnOf(login.email, client), () => logIn(context, login, client));
    },
    offerPasskeyLogin: () => askForPasskey(parts),
    takeSecondStep: (body, from) => takeSecondStep(context, body, clientOf(from)),
    async signInProved(accountId, from, proof) {
      const account = await loginOf(context, accountId);
      const client = clientOf(from);
      const known = await findClient(context, account, client);
      return start(context, { account, from: client, client: known, ...proof });
    },
    async confirmOwner(owner, password, from) {
      const client = clientOf(from);
      const account = await loginOf(context, owner.accountId);
      return turn(turnOf(account.email, client), () => confirmOwner(context, account, owner, { password, client }));
    },
    refresh: (token, from) => refresh(context, token, clientOf(from)),
    async logOut(token, address) {
      const { sid, sub } = await context.tokens.readRefresh(token);
      await parts.database.db.transaction().execute(async (trx) => {
        const session = trx.deleteFrom("session").where("id", "=", sid).where("account_id", "=", sub);
        const ended = await session.returning("id").executeTakeFirst();
        const by = { accountId: sub, network: approximateNetwork(address) };
        const subject = { kind: "account", id: sub };
        if (ended) await recordEntry(trx, parts.clock, { by, action: "session.end", subject });
      });
    },
    async changePassword(accountId, change, from) {
      const client = clientOf(from);
      const account = await loginOf(context, accountId);
      return turn(turnOf(account.email, client), () => changePassword(context, account, change, client));
    },
    eventOf: async (accountId, from) => eventOf(await loginOf(context, accountId), clientOf(from), parts.clock.now()),
    countCode: ({ accountId, sessionId }) => countCode(context, accountId, { deviceId: sessionId }),
    resetPassword: (password, from, prove) => resetPassword(context, password, clientOf(from), prove),
  };
}

async function loginOf({ database }: Context, accountId: number): Promise<Login> {
  const account = await findLoginById(database.db, accountId);
  if (!account) throw new UnauthenticatedError(SESSION_ENDED);
  return account;
}

async function logIn(context: Context, { email, password }: LoginBody, from: SessionClient) {
  const account = await findLogin(context.database.db, email);
  const checked = checkPassword(context, { email, account }, password, from);
  const { isRight, client, forget } = await recordIfBlocked(context, account, from, checked);
  if (!account || !isRight) {
    await recordFailure(context, "session.fail", account, from);
    throw new UnauthenticatedError(WRONG_LOGIN);
  }
  const step = await askForSecondStep(context, account);
  const answer = step ? { step } : await start(context, { account, from, client, by: "password" });
  await forget();
  return answer;
}

async function refresh(context: Context, token: string, from: SessionClient): Promise<TokenPair> {
  const { database, clock, key, tokens } = context;
  const claims = await tokens.readRefresh(token);
  const next = await database.db.transaction().execute(async (trx) => {
    const now = clock.now();
    const use = await markUsed(trx, token, claims.sid, now);
    const session = await findSession(trx, claims, now);
    if (!session) return null;
    if (now - use.at > RETRY_GRACE) {
      await endCopiedSession(context, trx, claims, from);
      return null;
    }
    const times = { startedAt: session.started_at, at: use.at };
    const pair = await tokens.pair(claims, keyedHash(key, "successor", claims.jti), times);
    if (use.isFirst) {
      await keepRefreshToken(trx, pair.refresh, claims.sid);
      await remember(context, trx, claims.sub, { network: from.network });
      await prolong(trx, claims.sid, times, from.origin);
    }
    return pair;
  });
  if (!next) throw new UnauthenticatedError(SESSION_ENDED);
  return next;
}

/** Ends a session whose refresh token two clients have used, one of them a copy, and informs the owner. */
async function endCopiedSession(
  context: Context,
  trx: Transaction<Tables>,
  { sid, sub }: { sid: string; sub: number },
  from: SessionClient,
): Promise<void> {
  const account = await findLoginById(trx, sub);
  if (!account) return;
  await trx.deleteFrom("session").where("id", "=", sid).execute();
  const changes = { reason: { to: "a used refresh token was used again" } };
  await recordUse(context, trx, "session.end", account, from, changes);
  await context.listener.sessionCopied(trx, eventOf(account, from, context.clock.now()));
}

async function prolong(
  trx: Transaction<Tables>,
  sid: string,
  use: { startedAt: number; at: number },
  origin: string,
): Promise<void> {
  const change = { expires_at: endOfSession(use), used_at: use.at, origin };
  await trx.updateTable("session").set(change).where("id", "=", sid).execute();
  await dropUsedTokens(trx, sid, use.at - REFRESH_TTL_MS);
}

const sessionKey = (secretKey: string) => deriveKey(secretKey, "sessions");

/** Resets the count of wrong passwords and codes for an account, from all networks. Throws NotFoundError. */
export async function unlockAccount(
  { database, attempts, secretKey }: Pick<SessionParts, "database" | "attempts" | "secretKey">,
  by: Actor,
  email: string,
  clock: Clock = systemClock,
): Promise<void> {
  const account = await findLoginOrSuspended(database.db, email);
  if (!account) throw new NotFoundError(NO_LOGIN);
  const key = sessionKey(secretKey);
  await attempts.forget(accountKey(key, email));
  await attempts.forget(codeKey(key, account.id));
  await recordEntry(database.db, clock, { by, action: "account.unlock", subject: { kind: "account", id: account.id } });
}

/** Ends a session of an account, with its access tokens. Throws NotFoundError where it has none of this id. */
export async function endSession(store: SessionStore, actor: Actor, accountId: number, id: string): Promise<void> {
  const ended = await endSessions(store, actor, accountId, ["=", id]);
  if (ended === 0) throw new NotFoundError("There is no such session, or it has ended already.");
}

/** Ends all sessions of an account but one. */
export async function endOtherSessions(
  store: SessionStore,
  actor: Actor,
  accountId: number,
  id: string,
): Promise<void> {
  await endSessions(store, actor, accountId, ["<>", id]);
}

type SessionStore = Pick<SessionParts, "database" | "clock">;

/** Returns how many there were. */
function endSessions(
  { database, clock }: SessionStore,
  by: Actor,
  accountId: number,
  [is, id]: ["=" | "<>", string],
): Promise<number> {
  return database.db.transaction().execute(async (trx) => {
    const query = trx.deleteFrom("session").where("account_id", "=", accountId).where("id", is, id);
    const ended = await query.returning(["device", "origin"]).execute();
    if (ended.length === 0) return 0;
    const changes =
      is === "="
        ? { device: { from: ended[0]?.device }, origin: { from: ended[0]?.origin } }
        : { sessions: { from: ended.length } };
    const subject = { kind: "account", id: accountId };
    await recordEntry(trx, clock, { by, action: "session.revoke", subject, changes });
    return ended.length;
  });
}
