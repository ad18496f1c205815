import { createHash, randomBytes, randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import type { Attempts } from "#platform/attempts.ts";
import type { Clock } from "#platform/clock.ts";
import { type InTurn, inTurn } from "#platform/in-turn.ts";
import { deriveKey, keyedHash } from "#platform/keys.ts";
import { hashPassword, verifyPassword } from "#platform/password.ts";
import type { SignedTokens } from "#platform/signed-tokens.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, NotFoundError, TooManyRequestsError, UnauthenticatedError } from "#shared/errors.ts";
import { findLogin, findProfile, sessionLives } from "./queries.ts";
import { ACCESS_LIFE, MOST_GUESSES, networkOf, REFRESH_LIFE, RETRY_GRACE, WRONG_LOGIN } from "./rules.ts";
import {
  type LoginBody,
  type Profile,
  type ProfileBody,
  type TokenClaims,
  type TokenPair,
  tokenClaims,
} from "./schema.ts";

const GENERATED_BYTES = 15;
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
  standInHash ??= hashPassword(randomBytes(GENERATED_BYTES).toString("base64url"));
  return standInHash;
}

/** Changes the fields given of one's own profile and answers it whole. Throws NotFoundError. */
export async function updateProfile(
  database: Database,
  _actor: Actor,
  accountId: number,
  { bio, imageUrl }: ProfileBody,
): Promise<Profile> {
  return changeContent(database, async (trx) => {
    const before = await findProfile(trx, accountId);
    if (!before) throw new NotFoundError("There is no such account.");
    const after = { name: before.name, bio: bio ?? before.bio, image_url: imageUrl ?? before.image_url };
    await trx.updateTable("account").set(after).where("id", "=", accountId).execute();
    return after;
  });
}

/** Adds somebody who can log in. `email` is lower-cased. Throws ConflictError for a taken address. */
export async function addAccount(
  database: Database,
  clock: Clock,
  _actor: Actor,
  { email, name, password }: { email: string; name: string; password: string },
): Promise<void> {
  const made = await database.db
    .insertInto("account")
    .values({
      email,
      password_hash: await hashPassword(password),
      name,
      image_url: "",
      bio: "",
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) throw new ConflictError("There is an account with this email already.");
}

/** Sets a password and ends every session of the account. Throws NotFoundError. */
export async function setPassword(database: Database, _actor: Actor, email: string, password: string): Promise<void> {
  const password_hash = await hashPassword(password);
  await database.db.transaction().execute(async (trx) => {
    const account = await findLogin(trx, email);
    if (!account) throw new NotFoundError("There is no account with this email.");
    // The generation ends also a session that a login under way is about to begin with the old password.
    await trx
      .updateTable("account")
      .set({ password_hash, token_generation: sql`token_generation + 1` })
      .where("id", "=", account.id)
      .execute();
    await trx.deleteFrom("session").where("account_id", "=", account.id).execute();
  });
}

/** Takes a login away, with its sessions. The author stays where articles bear the name. Throws NotFoundError. */
export async function removeAccount(database: Database, _actor: Actor, email: string): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const account = await findLogin(trx, email);
    if (!account) throw new NotFoundError("There is no account with this email.");
    await trx.deleteFrom("session").where("account_id", "=", account.id).execute();
    const article = await trx.selectFrom("article").select("id").where("author_id", "=", account.id).executeTakeFirst();
    if (!article) await trx.deleteFrom("account").where("id", "=", account.id).execute();
    else
      await trx
        .updateTable("account")
        .set({ email: null, password_hash: null, token_generation: sql`token_generation + 1` })
        .where("id", "=", account.id)
        .execute();
  });
}

/** The id of the author of this name, in any case; made where there is none, as one who cannot log in. */
export async function ensureAuthor(trx: Transaction<Tables>, clock: Clock, name: string): Promise<number> {
  const known = await trx
    .selectFrom("account")
    .select("id")
    .where((eb) => eb(eb.fn<string>("lower", ["name"]), "=", eb.fn<string>("lower", [eb.val(name)])))
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return known?.id ?? addAuthor(trx, clock, { name, imageUrl: "", bio: "" });
}

/** A password nobody has to think of. */
export function generatePassword(): string {
  return randomBytes(GENERATED_BYTES).toString("base64url");
}

/**
 * Makes the first account where nobody can log in yet. Answers its generated password, to be shown once; undefined
 * where the operator chose the password or an account was there already.
 */
export async function ensureFirstAccount(
  database: Database,
  clock: Clock,
  first: { email: string; password: string | undefined },
): Promise<string | undefined> {
  if (await someoneCanLogIn(database.db)) return undefined;
  const generated = first.password === undefined ? generatePassword() : undefined;
  const password_hash = await hashPassword(first.password ?? generated ?? "");
  const made = await database.db.transaction().execute(async (trx) => {
    if (await someoneCanLogIn(trx)) return false;
    await trx
      .insertInto("account")
      .values({ email: first.email, password_hash, name: "Editor", image_url: "", bio: "", created_at: clock.now() })
      .execute();
    return true;
  });
  return made ? generated : undefined;
}

async function someoneCanLogIn(db: Database["db"]): Promise<boolean> {
  const row = await db
    .selectFrom("account")
    .select("id")
    .where("password_hash", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** An author as readers see one; `imageUrl` is the picture's canonical address. */
export type AuthorProfile = { name: string; imageUrl: string; bio: string };

/** Adds an author who cannot log in, and answers the id. */
export async function addAuthor(trx: Transaction<Tables>, clock: Clock, author: AuthorProfile): Promise<number> {
  const { id } = await trx
    .insertInto("account")
    .values({
      email: null,
      password_hash: null,
      name: author.name,
      image_url: author.imageUrl,
      bio: author.bio,
      created_at: clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
