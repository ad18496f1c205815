import { randomBytes } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { addAccount, changeUser, generatePassword } from "#features/identity/accounts/commands.ts";
import { findLogin, findLoginById, findUser } from "#features/identity/accounts/queries.ts";
import type { LoginClient, SessionStore, Started } from "#features/identity/accounts/session-store.ts";
import { startVerifiedSession } from "#features/identity/accounts/sign-in.ts";
import type { Clock } from "#platform/clock.ts";
import { hashOfToken } from "#platform/keys.ts";
import { ROLES, type Role, system } from "#shared/actor.ts";
import { ConflictError, UnauthenticatedError } from "#shared/errors.ts";
import { emailAddress } from "#shared/schema.ts";
import { type Claims, claims, groupsClaim, hasOwnEmail, isOutage, isStrong, type ProviderClient } from "./provider.ts";
import {
  AT_PROVIDER_TTL_MS,
  claimAt,
  FAILURES,
  type Failure,
  FETCH_TTL_MS,
  type Provider,
  roleOfGroups,
} from "./rules.ts";

export const identitiesOf = (db: Kysely<Tables>, accountId: number) =>
  db.selectFrom("oidc_identity").select(["issuer", "subject"]).where("account_id", "=", accountId).execute();

export type SignOnParts = {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  sessions: SessionStore;
  provider: Provider;
  client: ProviderClient;
};

const SECRET_BYTES = 32;

/** A failed sign-in, for one of the reasons that the login screen knows. */
export class SignOnError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure, options?: ErrorOptions) {
    super(FAILURES[failure], options);
    this.failure = failure;
  }
}

/** Starts a sign-in: returns where to send the browser, and the secret for its cookie. Throws SignOnError. */
export async function startSignOn(parts: SignOnParts): Promise<{ url: string; secret: string }> {
  const { url, started } = await parts.client.begin().catch((error: unknown) => {
    throw new SignOnError("unavailable", { cause: error });
  });
  const secret = await storeLogin(parts, { ...started, account_id: null, is_strong: 0, ttl: AT_PROVIDER_TTL_MS });
  return { url, secret };
}

type Kept = {
  state: string;
  nonce: string;
  verifier: string;
  account_id: number | null;
  is_strong: 0 | 1;
  ttl: number;
};

async function storeLogin({ database, clock }: SignOnParts, { ttl, ...row }: Kept): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const now = clock.now();
  await removeExpiredLogins(database.db, now);
  await database.db
    .insertInto("oidc_login")
    .values({ ...row, hash: hashOfToken(secret), expires_at: now + ttl })
    .execute();
  return secret;
}

/** Deletes sign-ins that were not completed in time. */
export async function removeExpiredLogins(db: Kysely<Tables>, now: number): Promise<void> {
  await db.deleteFrom("oidc_login").where("expires_at", "<=", now).execute();
}

/**
 * Verifies the response that a browser brought from the provider; returns the secret with which it fetches its session.
 * Consumes the sign-in, whatever the outcome. Throws SignOnError.
 */
export async function completeSignOn(parts: SignOnParts, query: string, secret: string): Promise<string> {
  const { database, clock, client } = parts;
  const started = await database.db
    .deleteFrom("oidc_login")
    .where("hash", "=", hashOfToken(secret))
    .where("account_id", "is", null)
    .where("expires_at", ">", clock.now())
    .returning(["state", "nonce", "verifier"])
    .executeTakeFirst();
  if (!started) throw new SignOnError("ended");
  const received = await client.claims(query, started).catch((error: unknown) => {
    throw new SignOnError(isOutage(error) ? "unavailable" : "refused", { cause: error });
  });
  const account_id = await accountFor(parts, received);
  const is_strong = isStrong(received) ? 1 : 0;
  return storeLogin(parts, { state: "", nonce: "", verifier: "", account_id, is_strong, ttl: FETCH_TTL_MS });
}

/** Starts the session of a completed sign-in, once. Throws UnauthenticatedError. */
export async function fetchSession(
  { database, clock, sessions }: SignOnParts,
  secret: string,
  from: LoginClient,
): Promise<Started> {
  const done = await database.db
    .deleteFrom("oidc_login")
    .where("hash", "=", hashOfToken(secret))
    .where("account_id", "is not", null)
    .where("expires_at", ">", clock.now())
    .returning(["account_id", "is_strong"])
    .executeTakeFirst();
  if (!done?.account_id) throw new UnauthenticatedError("sign_on_failed", FAILURES.ended);
  return startVerifiedSession(sessions, done.account_id, from, {
    by: "single sign-on",
    isStrong: done.is_strong === 1,
  });
}

/** The account of the person the provider identified: known, matched by a confirmed address, or created now. */
async function accountFor(parts: SignOnParts, received: Record<string, unknown>): Promise<number> {
  const { database, provider } = parts;
  const { data: person, error } = claims.safeParse(received);
  if (!person) throw new SignOnError("refused", { cause: error });
  const role = roleFor(parts, received);
  const { issuer } = provider;
  const known = await database.db
    .selectFrom("oidc_identity")
    .select("account_id")
    .where("issuer", "=", issuer)
    .where("subject", "=", person.sub)
    .executeTakeFirst();
  // A login that an older version removed left an author behind, who is no longer an account.
  const isAccount = known !== undefined && (await findUser(database.db, known.account_id)) !== undefined;
  const id = isAccount ? known.account_id : await matchOrMake(parts, person, role);
  if (!(await findLoginById(database.db, id))) throw new SignOnError("suspended");
  if (role !== undefined) await giveRole(parts, id, role);
  return id;
}

/** The role from the provider's groups; undefined if roles are managed here. Throws SignOnError. */
function roleFor({ provider, log }: SignOnParts, received: Record<string, unknown>): Role | undefined {
  const { roles, groupsClaim: claim } = provider;
  if (roles.size === 0) return undefined;
  const groups = claimAt(received, claim);
  if (groups === undefined) log.warn({ claim }, "the provider sent no claim with this name; see OIDC_GROUPS_CLAIM");
  const role = roleOfGroups(roles, ROLES, groupsClaim.parse(groups ?? []));
  if (role === undefined) throw new SignOnError("group");
  return role;
}

async function matchOrMake(parts: SignOnParts, person: Claims, role: Role | undefined): Promise<number> {
  const { database, clock, provider } = parts;
  const email = emailAddress.safeParse(person.email);
  // An unconfirmed address at the provider would open the account of its real owner.
  if (!email.success || !hasOwnEmail(person, provider.trustsEmails)) throw new SignOnError("unconfirmed");
  let account = await findLogin(database.db, email.data);
  if (!account && provider.provisions) {
    const made = {
      email: email.data,
      name: person.name || email.data,
      password: generatePassword(),
      numbersName: true,
    };
    await addAccount(database, clock, system, { ...made, role: role ?? "contributor" }).catch((error: unknown) => {
      // Created concurrently by another response, or suspended.
      if (!(error instanceof ConflictError)) throw error;
    });
    account = await findLogin(database.db, email.data);
    if (!account) throw new SignOnError("suspended");
  }
  if (!account) throw new SignOnError("unknown");
  const { id } = account;
  await database.db
    .insertInto("oidc_identity")
    .values({ issuer: provider.issuer, subject: person.sub, account_id: id })
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doUpdateSet({ account_id: id }))
    .execute();
  return id;
}

async function giveRole({ database, clock, log }: SignOnParts, id: number, role: Role): Promise<void> {
  const user = await findUser(database.db, id);
  if (!user || user.role === role) return;
  await changeUser(database, clock, system, id, { role }).catch((error: unknown) => {
    // The last chief remains one, whatever the provider says.
    if (!(error instanceof ConflictError)) throw error;
    log.warn({ account: id, role }, "the provider's role was not assigned: no active chief would remain");
  });
}

/** Deletes the identities of an account, and its sign-ins in progress. */
export async function forgetIdentities(trx: Transaction<Tables>, accountId: number): Promise<void> {
  await trx.deleteFrom("oidc_identity").where("account_id", "=", accountId).execute();
  await trx.deleteFrom("oidc_login").where("account_id", "=", accountId).execute();
}
