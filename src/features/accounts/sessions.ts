import { createHash, randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import type { Attempts } from "#platform/attempts.ts";
import type { Clock } from "#platform/clock.ts";
import { type InTurn, inTurn } from "#platform/in-turn.ts";
import { deriveKey, keyedHash } from "#platform/keys.ts";
import { hashPassword, verifyPassword } from "#platform/password.ts";
import type { SignedTokens } from "#platform/signed-tokens.ts";
import { TooManyRequestsError, UnauthenticatedError } from "#shared/errors.ts";
import { generatePassword } from "./commands.ts";
import { findLogin, sessionLives } from "./queries.ts";
import { ACCESS_LIFE, MOST_GUESSES, networkOf, REFRESH_LIFE, RETRY_GRACE, WRONG_LOGIN } from "./rules.ts";
import { type LoginBody, type TokenClaims, type TokenPair, tokenClaims } from "./schema.ts";

const SESSION_ENDED = "Your session has ended. Please log in again.";

/** What logging in works with. */
export type SessionParts = {
  database: Database;
  clock: Clock;
  accessTokens: SignedTokens;
  refreshTokens: SignedTokens;
  attempts: Attempts;
  secretKey: string;
};

export type Sessions = {
  /** Throws UnauthenticatedError for a wrong email or password, TooManyRequestsError after too many. */
  logIn: (login: LoginBody, clientAddress: string) => Promise<TokenPair>;
  /** Exchanges a refresh token. Throws UnauthenticatedError, and ends the session of a token used again too late. */
  refresh: (refreshToken: string) => Promise<TokenPair>;
  /** Ends the session of a refresh token, its access tokens included. Throws UnauthenticatedError. */
  logOut: (refreshToken: string) => Promise<void>;
};

/** Sessions: what begins with a login and ends by logout, a changed password, theft of a token, or time. */
export function createSessions(parts: SessionParts): Sessions {
  const { database, clock, refreshTokens } = parts;
  const key = deriveKey(parts.secretKey, "sessions");
  // Several logins to one account from one place wait for each other: right ones then never fill the limit.
  const turn: InTurn = inTurn();

  const pair = ({ sub, sid }: TokenClaims, jti: string, at: number): TokenPair => ({
    access: parts.accessTokens.sign({ sub: String(sub), sid, jti: randomUUID(), ...times(clock.now(), ACCESS_LIFE) }),
    // Made of nothing but what is known of its predecessor, so that a retry gets the very same one.
    refresh: refreshTokens.sign({ sub: String(sub), sid, jti, ...times(at, REFRESH_LIFE) }),
  });

  const readRefresh = (token: string) => {
    const claims = tokenClaims.extend({ jti: tokenClaims.shape.sid }).safeParse(refreshTokens.verify(token));
    if (!claims.success) throw new UnauthenticatedError(SESSION_ENDED);
    return claims.data;
  };

  return {
    logIn: ({ email, password }, clientAddress) => {
      const network = networkOf(clientAddress);
      const here = keyedHash(key, "login", email, network);
      return turn(here, async () => {
        const { id: attempt, retryAfter } = await parts.attempts.admit([
          { key: here, most: MOST_GUESSES.accountFromAddress },
          { key: keyedHash(key, "login to", email), most: MOST_GUESSES.account },
          { key: keyedHash(key, "login from", network), most: MOST_GUESSES.address },
        ]);
        if (attempt === undefined)
          throw new TooManyRequestsError("Too many failed logins. Please try again later.", retryAfter);
        const account = await findLogin(database.db, email);
        const isRight = await verifyPassword(password, account?.password_hash ?? (await standIn()));
        if (!account || !isRight) throw new UnauthenticatedError(WRONG_LOGIN);
        const claims = { sub: account.id, sid: randomUUID() };
        const now = clock.now();
        const tokens = pair(claims, randomUUID(), now);
        await database.db.transaction().execute(async (trx) => {
          await trx.deleteFrom("session").where("expires_at", "<=", now).execute();
          await trx
            .insertInto("session")
            .values({
              id: claims.sid,
              account_id: account.id,
              generation: account.token_generation,
              expires_at: now + REFRESH_LIFE,
            })
            .execute();
          await keep(trx, tokens.refresh, claims.sid);
        });
        await parts.attempts.giveBack(attempt);
        return tokens;
      });
    },

    async refresh(token) {
      const claims = readRefresh(token);
      const tokens = await database.db.transaction().execute(async (trx) => {
        const now = clock.now();
        const spentNow = await trx
          .updateTable("refresh_token")
          .set({ spent_at: now })
          .where("hash", "=", hashOf(token))
          .where("session_id", "=", claims.sid)
          .where("spent_at", "is", null)
          .returning("hash")
          .executeTakeFirst();
        if (!(await sessionLives(trx, claims, now))) return null;
        const known = await trx
          .selectFrom("refresh_token")
          .select("spent_at")
          .where("hash", "=", hashOf(token))
          .where("session_id", "=", claims.sid)
          .executeTakeFirst();
        const spentAt = known?.spent_at ?? 0;
        if (now - spentAt > RETRY_GRACE) {
          await trx.deleteFrom("session").where("id", "=", claims.sid).execute();
          return null;
        }
        const next = pair(claims, keyedHash(key, "successor", claims.jti), spentAt);
        if (spentNow) {
          await keep(trx, next.refresh, claims.sid);
          await trx
            .updateTable("session")
            .set({ expires_at: now + REFRESH_LIFE })
            .where("id", "=", claims.sid)
            .execute();
          // Those are past their own time, and refused before they are looked up.
          await trx
            .deleteFrom("refresh_token")
            .where("session_id", "=", claims.sid)
            .where("spent_at", "<=", now - REFRESH_LIFE)
            .execute();
        }
        return next;
      });
      if (!tokens) throw new UnauthenticatedError(SESSION_ENDED);
      return tokens;
    },

    async logOut(token) {
      const { sid, sub } = readRefresh(token);
      await database.db.deleteFrom("session").where("id", "=", sid).where("account_id", "=", sub).execute();
    },
  };
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
