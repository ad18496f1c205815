import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { recordAccount } from "#features/events/commands.ts";
import { type Clock, systemClock } from "#platform/clock.ts";
import { keyedHash } from "#platform/keys.ts";
import { approximateNetwork } from "#platform/networks.ts";
import type { Actor } from "#shared/actor.ts";
import { NotFoundError, UnauthenticatedError } from "#shared/errors.ts";
import type { TokenPair } from "./endpoints.ts";
import { accountKey, codeKey, recordUse } from "./guessing.ts";
import { findLoginById, findLoginOrSuspended, findSession } from "./queries.ts";
import { endOfSession, NO_LOGIN, REFRESH_TTL_MS, RETRY_GRACE, SESSION_ENDED } from "./rules.ts";
import {
  clientOf,
  dropUsedTokens,
  keepRefreshToken,
  type LoginClient,
  markUsed,
  readRefreshToken,
  type SessionClient,
  type SessionStore,
  sessionKey,
  signPair,
} from "./session-store.ts";
import { eventOf, remember } from "./sign-in.ts";

/** Exchanges a refresh token. Throws UnauthenticatedError, and revokes the session if a token is reused too late. */
export async function refresh(store: SessionStore, token: string, sender: LoginClient): Promise<TokenPair> {
  const { database, clock, key } = store;
  const from = clientOf(sender);
  const claims = await readRefreshToken(store, token);
  const next = await database.db.transaction().execute(async (trx) => {
    const now = clock.now();
    const use = await markUsed(trx, token, claims.sid, now);
    const session = await findSession(trx, claims, now);
    if (!session) return null;
    if (now - use.at > RETRY_GRACE) {
      await endCopiedSession(store, trx, claims, from);
      return null;
    }
    const times = { startedAt: session.started_at, at: use.at };
    const pair = await signPair(store, claims, keyedHash(key, "successor", claims.jti), times);
    if (use.isFirst) {
      await keepRefreshToken(trx, pair.refresh, claims.sid);
      await remember(store, trx, claims.sub, { network: from.network });
      await renew(trx, claims.sid, times, from.origin);
    }
    return pair;
  });
  if (!next) throw new UnauthenticatedError("session_ended", SESSION_ENDED);
  return next;
}

/** Ends every session and sign-in in progress of everybody: a restored backup has those of its time. */
export async function endAllSessions(trx: Transaction<Tables>): Promise<void> {
  await trx.deleteFrom("session").execute();
  await trx.deleteFrom("sign_in_ticket").execute();
  await trx.deleteFrom("oidc_login").execute();
}

/** Revokes a session whose refresh token two clients have used, and notifies the owner. */
async function endCopiedSession(
  store: SessionStore,
  trx: Transaction<Tables>,
  { sid, sub }: { sid: string; sub: number },
  from: SessionClient,
): Promise<void> {
  const account = await findLoginById(trx, sub);
  if (!account) return;
  await trx.deleteFrom("session").where("id", "=", sid).execute();
  const changes = { reason: { to: "a used refresh token was reused" } };
  await recordUse(store, trx, "session.end", account, from, changes);
  await store.listener.onReusedRefreshToken(trx, eventOf(account, from, store.clock.now()));
}

async function renew(
  trx: Transaction<Tables>,
  sid: string,
  use: { startedAt: number; at: number },
  origin: string,
): Promise<void> {
  const change = { expires_at: endOfSession(use), used_at: use.at, origin };
  await trx.updateTable("session").set(change).where("id", "=", sid).execute();
  await dropUsedTokens(trx, sid, use.at - REFRESH_TTL_MS);
}

/** Revokes the session of a refresh token, with its access tokens. Throws UnauthenticatedError. */
export async function logOut(store: SessionStore, token: string, address: string): Promise<void> {
  const { sid, sub } = await readRefreshToken(store, token);
  await store.database.db.transaction().execute(async (trx) => {
    const session = trx.deleteFrom("session").where("id", "=", sid).where("account_id", "=", sub);
    const ended = await session.returning("id").executeTakeFirst();
    const by = { accountId: sub, network: approximateNetwork(address) };
    if (ended) await recordAccount(trx, store.clock, by, "session.end", sub);
  });
}

/** Resets the count of wrong passwords and codes for an account, from all networks. Throws NotFoundError. */
export async function unlockAccount(
  { database, attempts, secretKey }: Pick<SessionStore, "database" | "attempts" | "secretKey">,
  by: Actor,
  email: string,
  clock: Clock = systemClock,
): Promise<void> {
  const account = await findLoginOrSuspended(database.db, email);
  if (!account) throw new NotFoundError("account_not_found", NO_LOGIN);
  const key = sessionKey(secretKey);
  await attempts.forget(accountKey(key, email));
  await attempts.forget(codeKey(key, account.id));
  await recordAccount(database.db, clock, by, "account.unlock", account.id);
}

/** Revokes a session of an account, with its access tokens. Throws NotFoundError. */
export async function endSession(store: SessionStore, actor: Actor, accountId: number, id: string): Promise<void> {
  const ended = await endSessions(store, actor, accountId, ["=", id]);
  if (ended === 0) throw new NotFoundError("session_not_found", "Session not found.");
}

export async function endOtherSessions(
  store: SessionStore,
  actor: Actor,
  accountId: number,
  id: string,
): Promise<void> {
  await endSessions(store, actor, accountId, ["<>", id]);
}

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
    await recordAccount(trx, clock, by, "session.revoke", accountId, changes);
    return ended.length;
  });
}
