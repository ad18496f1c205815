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

/** What logging in works with. */
export type SessionParts = {
  database: Database;
  clock: Clock;
  accessTokens: SignedTokens;
  refreshTokens: SignedTokens;
  deviceTokens: SignedTokens;
  attempts: Attempts;
  secretKey: string;
};

/** Who logs in: the address, and the device token of an earlier login if the client sends one. */
export type LoginClient = { address: string; device: string | undefined };

export type Sessions = {
  /** Throws UnauthenticatedError for a wrong email or password, TooManyRequestsError after too many. */
  logIn: (login: LoginBody, client: LoginClient) => Promise<{ tokens: TokenPair; device: string }>;
  /** Exchanges a refresh token. Throws UnauthenticatedError, and ends the session of a token used again too late. */
  refresh: (refreshToken: string, clientAddress: string) => Promise<TokenPair>;
  /** Ends the session of a refresh token, its access tokens included. Throws UnauthenticatedError. */
  logOut: (refreshToken: string) => Promise<void>;
};

/** Sessions: what begins with a login and ends by logout, a changed password, theft of a token, or time. */
export function createSessions(parts: SessionParts): Sessions {
  const context: Context = { ...parts, key: sessionKey(parts.secretKey), tokens: createTokens(parts) };
  // Several logins to one account from one place wait for each other: right ones then never fill the limit.
  const turn: InTurn = inTurn();
  return {
    logIn(login, { address, device }) {
      const network = networkOf(address);
      return turn(keyedHash(context.key, "login", login.email, network), () => logIn(context, login, network, device));
    },
    refresh: (token, clientAddress) => refresh(context, token, networkOf(clientAddress)),
    async logOut(token) {
      const { sid, sub } = context.tokens.readRefresh(token);
      await parts.database.db.deleteFrom("session").where("id", "=", sid).where("account_id", "=", sub).execute();
    },
  };
}

type Account = NonNullable<Awaited<ReturnType<typeof findLogin>>>;
type Context = SessionParts & { key: Buffer; tokens: ReturnType<typeof createTokens> };

/** What is signed for a session and for a device, and read again. */
function createTokens({ clock, accessTokens, refreshTokens, deviceTokens }: SessionParts) {
  return {
    pair: ({ sub, sid }: TokenClaims, jti: string, at: number): TokenPair => ({
      access: accessTokens.sign({ sub: String(sub), sid, jti: randomUUID(), ...times(clock.now(), ACCESS_TTL_MS) }),
      // Made of nothing but what is known of its predecessor, so that a retry gets the very same one.
      refresh: refreshTokens.sign({ sub: String(sub), sid, jti, ...times(at, REFRESH_TTL_MS) }),
    }),
    readRefresh(token: string) {
      const claims = tokenClaims.extend({ jti: tokenClaims.shape.sid }).safeParse(refreshTokens.verify(token));
      if (!claims.success) throw new UnauthenticatedError(SESSION_ENDED);
      return claims.data;
    },
    signDevice: ({ id, token_generation: gen }: Account, deviceId: string) =>
      deviceTokens.sign({ sub: String(id), sid: deviceId, gen, ...times(clock.now(), DEVICE_TTL_MS) }),
    readDevice(token: string | undefined, account: Account): string | null {
      const claims = deviceClaims.safeParse(token === undefined ? null : deviceTokens.verify(token));
      const isOwn = claims.success && claims.data.sub === account.id && claims.data.gen === account.token_generation;
      return isOwn ? claims.data.sid : null;
    },
  };
}

const hashOfNetwork = ({ key }: Context, accountId: number, network: string) =>
  keyedHash(key, "known network", accountId, network);

/** Notes, in the transaction of a login or refresh, that the account's owner is at home in a network. */
const noteNetwork = (context: Context, trx: Transaction<Tables>, accountId: number, network: string) =>
  rememberNetwork(trx, {
    accountId,
    network: hashOfNetwork(context, accountId, network),
    now: context.clock.now(),
  });

async function logIn(context: Context, { email, password }: LoginBody, network: string, device: string | undefined) {
  const { database, clock, key, tokens, attempts } = context;
  const account = await findLogin(database.db, email);
  const deviceId = account ? tokens.readDevice(device, account) : null;
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
  return { tokens: pair, device: tokens.signDevice(account, deviceId ?? randomUUID()) };
}

/** Begins a session of an account whose password was right. */
async function begin(context: Context, account: Account, network: string): Promise<TokenPair> {
  const claims = { sub: account.id, sid: randomUUID() };
  const now = context.clock.now();
  const pair = context.tokens.pair(claims, randomUUID(), now);
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
  const claims = tokens.readRefresh(token);
  const next = await database.db.transaction().execute(async (trx) => {
    const now = clock.now();
    const spent = await spend(trx, token, claims.sid, now);
    if (!(await sessionLives(trx, claims, now))) return null;
    if (now - spent.at > RETRY_GRACE) {
      await trx.deleteFrom("session").where("id", "=", claims.sid).execute();
      return null;
    }
    const pair = tokens.pair(claims, keyedHash(key, "successor", claims.jti), spent.at);
    if (spent.isFirst) {
      await keep(trx, pair.refresh, claims.sid);
      await noteNetwork(context, trx, claims.sub, network);
      await prolong(trx, claims.sid, now);
    }
    return pair;
  });
  if (!next) throw new UnauthenticatedError(SESSION_ENDED);
  return next;
}

/** Spends a refresh token; answers when that was, 0 for one that is not there, and whether it was just now. */
async function spend(trx: Transaction<Tables>, token: string, sid: string, now: number) {
  const hash = hashOf(token);
  const spentNow = await trx
    .updateTable("refresh_token")
    .set({ spent_at: now })
    .where("hash", "=", hash)
    .where("session_id", "=", sid)
    .where("spent_at", "is", null)
    .returning("hash")
    .executeTakeFirst();
  if (spentNow) return { at: now, isFirst: true };
  const stored = await trx
    .selectFrom("refresh_token")
    .select("spent_at")
    .where("hash", "=", hash)
    .where("session_id", "=", sid)
    .executeTakeFirst();
  return { at: stored?.spent_at ?? 0, isFirst: false };
}

async function prolong(trx: Transaction<Tables>, sid: string, now: number): Promise<void> {
  await trx
    .updateTable("session")
    .set({ expires_at: now + REFRESH_TTL_MS })
    .where("id", "=", sid)
    .execute();
  // Those are past their own time, and refused before they are looked up.
  await trx
    .deleteFrom("refresh_token")
    .where("session_id", "=", sid)
    .where("spent_at", "<=", now - REFRESH_TTL_MS)
    .execute();
}

type Client = { network: string; isKnown: boolean; deviceId: string | null };

/**
 * What a guess counts under, before the password is looked at (decision 17). Who guesses from many networks at one
 * account locks out only clients that nobody has signed in from: a known network keeps its own ten guesses, and a
 * device that has signed in before keeps ten that not even its neighbours behind the same address can use up.
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

/** Forgets the wrong passwords that were given for an account, from wherever. Throws NotFoundError. */
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
    .values({ hash: hashOf(refreshToken), session_id: sessionId, spent_at: null })
    .execute();
}

let standInHash: Promise<string> | undefined;

/** Stands in for the hash of an account that does not exist, so that asking for it takes the same work. */
function standIn(): Promise<string> {
  standInHash ??= hashPassword(generatePassword());
  return standInHash;
}
