import { createHash, randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import type { AttemptLimit, Attempts } from "#platform/attempts.ts";
import { networkOf } from "#platform/client-network.ts";
import type { Clock } from "#platform/clock.ts";
import { type InTurn, inTurn } from "#platform/in-turn.ts";
import { deriveKey, keyedHash } from "#platform/keys.ts";
import { hashPassword, verifyPassword } from "#platform/password.ts";
import type { SignedTokens } from "#platform/signed-tokens.ts";
import type { Actor } from "#shared/actor.ts";
import { NotFoundError, TooManyRequestsError, UnauthenticatedError } from "#shared/errors.ts";
import { generatePassword, rememberNetwork } from "./commands.ts";
import { findLogin, isKnownNetwork, sessionLives } from "./queries.ts";
import {
  ACCESS_TTL_MS,
  DEVICE_TTL_MS,
  KNOWN_NETWORK_TTL_MS,
  MAX_GUESSES,
  REFRESH_TTL_MS,
  RETRY_GRACE,
  WRONG_LOGIN,
} from "./rules.ts";
import { deviceClaims, type LoginBody, type TokenClaims, type TokenPair, tokenClaims } from "./schema.ts";

const SESSION_ENDED = "Your session has ended. Please log in again.";

/** Dependencies of logging in. */
export type SessionParts = {
  database: Database;
  clock: Clock;
  accessTokens: SignedTokens;
  refreshTokens: SignedTokens;
  deviceTokens: SignedTokens;
  attempts: Attempts;
  secretKey: string;
};

/** Who is logging in: the client's address, and the device token of an earlier login if the client sends one. */
export type LoginClient = { address: string; device: string | undefined };

export type Sessions = {
  /** Throws UnauthenticatedError for a wrong email or password, TooManyRequestsError after too many. */
  logIn: (login: LoginBody, client: LoginClient) => Promise<{ tokens: TokenPair; device: string }>;
  /** Exchanges a refresh token. Throws UnauthenticatedError, and ends the session if a token is reused too late. */
  refresh: (refreshToken: string, clientAddress: string) => Promise<TokenPair>;
  /** Ends the session of a refresh token, including its access tokens. Throws UnauthenticatedError. */
  logOut: (refreshToken: string) => Promise<void>;
};

/** Sessions: started by a login, ended by logout, a password change, token theft, or expiry. */
export function createSessions(parts: SessionParts): Sessions {
  const context: Context = { ...parts, key: sessionKey(parts.secretKey), tokens: createTokens(parts) };
  // Logins to one account from one network run one at a time, so correct passwords never use up the limit.
  const turn: InTurn = inTurn();
  return {
    logIn(login, { address, device }) {
      const network = networkOf(address);
      return turn(keyedHash(context.key, "login", login.email, network), () => logIn(context, login, network, device));
    },
    refresh: (token, clientAddress) => refresh(context, token, networkOf(clientAddress)),
    async logOut(token) {
      const { sid, sub } = await context.tokens.readRefresh(token);
      await parts.database.db.deleteFrom("session").where("id", "=", sid).where("account_id", "=", sub).execute();
    },
  };
}

type Account = NonNullable<Awaited<ReturnType<typeof findLogin>>>;
type Context = SessionParts & { key: Buffer; tokens: ReturnType<typeof createTokens> };

/** Signs and verifies the tokens of sessions and devices. */
function createTokens({ clock, accessTokens, refreshTokens, deviceTokens }: SessionParts) {
  return {
    pair: async ({ sub, sid }: TokenClaims, jti: string, at: number): Promise<TokenPair> => ({
      access: await accessTokens.sign({
        sub: String(sub),
        sid,
        jti: randomUUID(),
        ...times(clock.now(), ACCESS_TTL_MS),
      }),
      // Derived only from its predecessor, so that a retry gets the identical token.
      refresh: await refreshTokens.sign({ sub: String(sub), sid, jti, ...times(at, REFRESH_TTL_MS) }),
    }),
    async readRefresh(token: string) {
      const claims = tokenClaims.extend({ jti: tokenClaims.shape.sid }).safeParse(await refreshTokens.verify(token));
      if (!claims.success) throw new UnauthenticatedError(SESSION_ENDED);
      return claims.data;
    },
    signDevice: ({ id, token_generation: gen }: Account, deviceId: string) =>
      deviceTokens.sign({ sub: String(id), sid: deviceId, gen, ...times(clock.now(), DEVICE_TTL_MS) }),
    async readDevice(token: string | undefined, account: Account): Promise<string | null> {
      const claims = deviceClaims.safeParse(token === undefined ? null : await deviceTokens.verify(token));
      const isOwn = claims.success && claims.data.sub === account.id && claims.data.gen === account.token_generation;
      return isOwn ? claims.data.sid : null;
    },
  };
}

const hashOfNetwork = ({ key }: Context, accountId: number, network: string) =>
  keyedHash(key, "known network", accountId, network);

/** Records, in the transaction of a login or refresh, that the account is used from a network. */
const noteNetwork = (context: Context, trx: Transaction<Tables>, accountId: number, network: string) =>
  rememberNetwork(trx, {
    accountId,
    network: hashOfNetwork(context, accountId, network),
    now: context.clock.now(),
  });

async function logIn(context: Context, { email, password }: LoginBody, network: string, device: string | undefined) {
  const { database, clock, key, tokens, attempts } = context;
  const account = await findLogin(database.db, email);
  const deviceId = account ? await tokens.readDevice(device, account) : null;
  const isKnown = await isKnownNetwork(database.db, {
    accountId: account?.id ?? 0,
    network: hashOfNetwork(context, account?.id ?? 0, network),
    since: clock.now() - KNOWN_NETWORK_TTL_MS,
  });
  const { id: attempt, retryAfter } = await attempts.take(guessLimits(key, email, { network, isKnown, deviceId }));
  if (attempt === undefined)
    throw new TooManyRequestsError("Too many failed logins. Please try again later.", retryAfter);
  const isRight = await verifyPassword(password, account?.password_hash ?? (await standIn()));
  if (!account || !isRight) throw new UnauthenticatedError(WRONG_LOGIN);
  const pair = await begin(context, account, network);
  await attempts.giveBack(attempt);
  return { tokens: pair, device: await tokens.signDevice(account, deviceId ?? randomUUID()) };
}

/** Starts a session for an account whose password has been verified. */
async function begin(context: Context, account: Account, network: string): Promise<TokenPair> {
  const claims = { sub: account.id, sid: randomUUID() };
  const now = context.clock.now();
  const pair = await context.tokens.pair(claims, randomUUID(), now);
  await context.database.db.transaction().execute(async (trx) => {
    await trx.deleteFrom("session").where("expires_at", "<=", now).execute();
    await trx
      .insertInto("session")
      .values({
        id: claims.sid,
        account_id: account.id,
        generation: account.token_generation,
        expires_at: now + REFRESH_TTL_MS,
      })
      .execute();
    await keep(trx, pair.refresh, claims.sid);
    await noteNetwork(context, trx, account.id, network);
  });
  return pair;
}

async function refresh(context: Context, token: string, network: string): Promise<TokenPair> {
  const { database, clock, key, tokens } = context;
  const claims = await tokens.readRefresh(token);
  const next = await database.db.transaction().execute(async (trx) => {
    const now = clock.now();
    const use = await markUsed(trx, token, claims.sid, now);
    if (!(await sessionLives(trx, claims, now))) return null;
    if (now - use.at > RETRY_GRACE) {
      await trx.deleteFrom("session").where("id", "=", claims.sid).execute();
      return null;
    }
    const pair = await tokens.pair(claims, keyedHash(key, "successor", claims.jti), use.at);
    if (use.isFirst) {
      await keep(trx, pair.refresh, claims.sid);
      await noteNetwork(context, trx, claims.sub, network);
      await prolong(trx, claims.sid, now);
    }
    return pair;
  });
  if (!next) throw new UnauthenticatedError(SESSION_ENDED);
  return next;
}

/** Marks a refresh token as used. Returns when that happened (0 for an unknown token) and whether it was just now. */
async function markUsed(trx: Transaction<Tables>, token: string, sid: string, now: number) {
  const hash = hashOf(token);
  const usedNow = await trx
    .updateTable("refresh_token")
    .set({ used_at: now })
    .where("hash", "=", hash)
    .where("session_id", "=", sid)
    .where("used_at", "is", null)
    .returning("hash")
    .executeTakeFirst();
  if (usedNow) return { at: now, isFirst: true };
  const stored = await trx
    .selectFrom("refresh_token")
    .select("used_at")
    .where("hash", "=", hash)
    .where("session_id", "=", sid)
    .executeTakeFirst();
  return { at: stored?.used_at ?? 0, isFirst: false };
}

async function prolong(trx: Transaction<Tables>, sid: string, now: number): Promise<void> {
  await trx
    .updateTable("session")
    .set({ expires_at: now + REFRESH_TTL_MS })
    .where("id", "=", sid)
    .execute();
  // These have expired, and are rejected before they are looked up.
  await trx
    .deleteFrom("refresh_token")
    .where("session_id", "=", sid)
    .where("used_at", "<=", now - REFRESH_TTL_MS)
    .execute();
}

type Client = { network: string; isKnown: boolean; deviceId: string | null };

/**
 * The limits a login attempt counts towards, before the password is checked (decision 17). An attacker guessing from
 * many networks locks out only clients that have never signed in to the account: a known network keeps its own ten
 * guesses, and a known device keeps ten that even others behind the same address cannot use up.
 */
function guessLimits(key: Buffer, email: string, { network, isKnown, deviceId }: Client): AttemptLimit[] {
  const isTrusted = isKnown || deviceId !== null;
  const account = { key: accountKey(key, email), max: isTrusted ? Number.POSITIVE_INFINITY : MAX_GUESSES.account };
  if (deviceId !== null)
    return [{ key: keyedHash(key, "login on", email, deviceId), max: MAX_GUESSES.device }, account];
  return [
    { key: keyedHash(key, "login", email, network), max: MAX_GUESSES.accountFromAddress },
    account,
    { key: keyedHash(key, "login from", network), max: MAX_GUESSES.address },
  ];
}

const sessionKey = (secretKey: string) => deriveKey(secretKey, "sessions");
const accountKey = (key: Buffer, email: string) => keyedHash(key, "login to", email);

/** Resets the count of wrong passwords for an account, from all networks. Throws NotFoundError. */
export async function unlockAccount(
  { database, attempts, secretKey }: Pick<SessionParts, "database" | "attempts" | "secretKey">,
  _actor: Actor,
  email: string,
): Promise<void> {
  if (!(await findLogin(database.db, email))) throw new NotFoundError("There is no account with this email.");
  await attempts.forget(accountKey(sessionKey(secretKey), email));
}

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);
const times = (at: number, life: number) => ({ iat: seconds(at), exp: seconds(at + life) });
const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

async function keep(trx: Transaction<Tables>, refreshToken: string, sessionId: string): Promise<void> {
  await trx
    .insertInto("refresh_token")
    .values({ hash: hashOf(refreshToken), session_id: sessionId, used_at: null })
    .execute();
}

let standInHash: Promise<string> | undefined;

/** A hash to check against when the account does not exist, so that the response takes equally long. */
function standIn(): Promise<string> {
  standInHash ??= hashPassword(generatePassword());
  return standInHash;
}
