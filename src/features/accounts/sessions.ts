import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { approximateNetwork, networkOf } from "#platform/client-network.ts";
import { type Clock, systemClock } from "#platform/clock.ts";
import { type InTurn, inTurn } from "#platform/in-turn.ts";
import { deriveKey, keyedHash } from "#platform/keys.ts";
import type { Actor } from "#shared/actor.ts";
import { NotFoundError, UnauthenticatedError } from "#shared/errors.ts";
import { recordFailure, recordUse, toldIfBlocked } from "./internal/audited.ts";
import { accountKey, checkPassword } from "./internal/guessing.ts";
import { changePassword, type PasswordChange, resetPassword } from "./internal/password-change.ts";
import { dropUsedTokens, keepRefreshToken, markUsed } from "./internal/refresh-tokens.ts";
import {
  type Context,
  clientOf,
  type LoginClient,
  type SessionClient,
  type SessionParts,
  type Started,
} from "./internal/session-context.ts";
import { begin, eventOf, isKnownClient, remember } from "./internal/session-start.ts";
import { createTokens } from "./internal/session-tokens.ts";
import { findLogin, findLoginById, findSession, type Login } from "./queries.ts";
import { endOfSession, REFRESH_TTL_MS, RETRY_GRACE, SESSION_ENDED, WRONG_LOGIN } from "./rules.ts";
import type { LoginBody, TokenPair } from "./schema.ts";

export type { AccountEvent, AccountListener, LoginClient } from "./internal/session-context.ts";

export type Sessions = {
  /** Throws UnauthenticatedError for a wrong email or password, TooManyRequestsError after too many. */
  logIn: (login: LoginBody, client: LoginClient) => Promise<Started>;
  /** Exchanges a refresh token. Throws UnauthenticatedError, and ends the session if a token is reused too late. */
  refresh: (refreshToken: string, clientAddress: string) => Promise<TokenPair>;
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
    logIn(login, from) {
      const client = clientOf(from);
      return turn(turnOf(login.email, client), () => logIn(context, login, client));
    },
    refresh: (token, address) => refresh(context, token, address),
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
      const account = await findLoginById(parts.database.db, accountId);
      if (!account) throw new UnauthenticatedError(SESSION_ENDED);
      return turn(turnOf(account.email, client), () => changePassword(context, account, change, client));
    },
    resetPassword: (password, from, prove) => resetPassword(context, password, clientOf(from), prove),
  };
}

async function logIn(context: Context, { email, password }: LoginBody, from: SessionClient): Promise<Started> {
  const { database, clock, listener, tokens } = context;
  const account = await findLogin(database.db, email);
  const checked = checkPassword(context, { email, account }, password, from);
  const { isRight, client, forget } = await toldIfBlocked(context, account, from, checked);
  if (!account || !isRight) {
    await recordFailure(context, "session.fail", account, from);
    throw new UnauthenticatedError(WRONG_LOGIN);
  }
  const isNew = account.signed_in_at !== null && !(await isKnownClient(context, account, from, client));
  const pair = await database.db.transaction().execute(async (trx) => {
    if (isNew) await listener.signedInAnew(trx, eventOf(account, from, clock.now()));
    await recordUse(context, trx, "session.start", account, from);
    return begin(context, trx, account, from);
  });
  await forget();
  return { tokens: pair, device: await tokens.signDevice(account, client.deviceId ?? randomUUID()) };
}

async function refresh(context: Context, token: string, address: string): Promise<TokenPair> {
  const { database, clock, key, tokens } = context;
  const claims = await tokens.readRefresh(token);
  const next = await database.db.transaction().execute(async (trx) => {
    const now = clock.now();
    const use = await markUsed(trx, token, claims.sid, now);
    const session = await findSession(trx, claims, now);
    if (!session) return null;
    if (now - use.at > RETRY_GRACE) {
      await trx.deleteFrom("session").where("id", "=", claims.sid).execute();
      return null;
    }
    const times = { startedAt: session.started_at, at: use.at };
    const pair = await tokens.pair(claims, keyedHash(key, "successor", claims.jti), times);
    if (use.isFirst) {
      await keepRefreshToken(trx, pair.refresh, claims.sid);
      await remember(context, trx, claims.sub, { network: networkOf(address) });
      await prolong(trx, claims.sid, times, approximateNetwork(address));
    }
    return pair;
  });
  if (!next) throw new UnauthenticatedError(SESSION_ENDED);
  return next;
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

/** Resets the count of wrong passwords for an account, from all networks. Throws NotFoundError. */
export async function unlockAccount(
  { database, attempts, secretKey }: Pick<SessionParts, "database" | "attempts" | "secretKey">,
  by: Actor,
  email: string,
  clock: Clock = systemClock,
): Promise<void> {
  const account = await findLogin(database.db, email);
  if (!account) throw new NotFoundError("There is no account with this email.");
  await attempts.forget(accountKey(sessionKey(secretKey), email));
  await recordEntry(database.db, clock, { by, action: "account.unlock", subject: { kind: "account", id: account.id } });
}
