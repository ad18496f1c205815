import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { hashOfToken } from "#platform/keys.ts";
import { UnauthenticatedError } from "#shared/errors.ts";
import type { Login } from "../queries.ts";
import { ACCESS_TTL_MS, DEVICE_TTL_MS, endOfSession, SESSION_ENDED } from "../rules.ts";
import { deviceClaims, type TokenClaims, type TokenPair, tokenClaims } from "../schema.ts";
import type { SessionStore } from "../session-store.ts";

type Tokens = Pick<SessionStore, "tokens">;
type Signing = Pick<SessionStore, "tokens" | "clock">;

/** When a session began, and the use of it that a pair of tokens is the answer to. Epoch milliseconds. */
type SessionUse = { startedAt: number; at: number };

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);
const times = (from: number, until: number) => ({ iat: seconds(from), exp: seconds(until) });

/** Signs the tokens of a session. */
export async function signPair(
  { tokens, clock }: Signing,
  { sub, sid }: TokenClaims,
  jti: string,
  { startedAt, at }: SessionUse,
): Promise<TokenPair> {
  const now = clock.now();
  return {
    access: await tokens.access.sign({ sub: String(sub), sid, jti: randomUUID(), ...times(now, now + ACCESS_TTL_MS) }),
    // Derived only from its predecessor, so that a retry gets the identical token.
    refresh: await tokens.refresh.sign({ sub: String(sub), sid, jti, ...times(at, endOfSession({ startedAt, at })) }),
  };
}

/** Verifies a refresh token. Throws UnauthenticatedError. */
export async function readRefreshToken({ tokens }: Tokens, token: string) {
  const claims = tokenClaims.extend({ jti: tokenClaims.shape.sid }).safeParse(await tokens.refresh.verify(token));
  if (!claims.success) throw new UnauthenticatedError(SESSION_ENDED);
  return claims.data;
}

/** Signs the device token for the next login; a device without an id gets one. */
export function signDevice(
  { tokens, clock }: Signing,
  { id, token_generation: gen }: Pick<Login, "id" | "token_generation">,
  deviceId: string = randomUUID(),
): Promise<string> {
  const now = clock.now();
  return tokens.device.sign({ sub: String(id), sid: deviceId, gen, ...times(now, now + DEVICE_TTL_MS) });
}

/** Returns the id in an account's device token; null without a valid one. */
export async function readDevice({ tokens }: Tokens, token: string | undefined, account: Login) {
  const claims = deviceClaims.safeParse(token === undefined ? null : await tokens.device.verify(token));
  const isOwn = claims.success && claims.data.sub === account.id && claims.data.gen === account.token_generation;
  return isOwn ? claims.data.sid : null;
}

/** Stores the hash of a session's newest refresh token. */
export async function keepRefreshToken(trx: Transaction<Tables>, token: string, sessionId: string): Promise<void> {
  await trx
    .insertInto("refresh_token")
    .values({ hash: hashOfToken(token), session_id: sessionId, used_at: null })
    .execute();
}

/** Marks a refresh token as used. Returns when that happened (0 for an unknown token) and whether it was just now. */
export async function markUsed(trx: Transaction<Tables>, token: string, sid: string, now: number) {
  const hash = hashOfToken(token);
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

/** Deletes a session's refresh tokens that were used before a time: they are rejected before they are looked up. */
export async function dropUsedTokens(trx: Transaction<Tables>, sid: string, before: number): Promise<void> {
  await trx.deleteFrom("refresh_token").where("session_id", "=", sid).where("used_at", "<=", before).execute();
}
