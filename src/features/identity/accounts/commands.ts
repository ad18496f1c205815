import { randomBytes } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import { justWritten } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { claimAddress, releaseAddresses } from "#features/addresses/register.ts";
import { changedFields } from "#features/audit/rules.ts";
import { recordAccount, recordEvent } from "#features/events/commands.ts";
import { freeAuthorSlug } from "#features/identity/authors/slugs.ts";
import { removeFactors } from "#features/identity/second-factor/commands.ts";
import { type Clock, systemClock } from "#platform/clock.ts";
import { hashPassword, isCommonPassword } from "#platform/password.ts";
import type { Role } from "#shared/actor.ts";
import { type Actor, operator } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError, UnauthenticatedError } from "#shared/errors.ts";
import { nameKey } from "#shared/text.ts";
import { newPassword } from "./endpoints.ts";
import { findLoginOrSuspended, findUser, isNameTaken, type Login, type UserRow } from "./queries.ts";
import {
  EMAIL_TAKEN,
  KNOWN_NETWORK_TTL_MS,
  LAST_CHIEF,
  lengthOf,
  MIN_FIRST_PASSWORD_LENGTH,
  NAME_TAKEN,
  NO_ACCOUNT,
  NO_LOGIN,
  SESSION_ENDED,
} from "./rules.ts";

export const named = (name: string) => ({ name, name_key: nameKey(name) });

/** Returns the name if no other account has it, as bylines identify people by name. Throws ConflictError. */
export async function requireFreeName(trx: Transaction<Tables>, given: { id?: number; name: string }): Promise<string> {
  await lockTable(trx, "account");
  if (await isNameTaken(trx, given)) throw new ConflictError("name_taken", NAME_TAKEN, { name: NAME_TAKEN });
  return given.name;
}

/** Returns the name with the first number that makes it unique. */
async function numberedName(trx: Transaction<Tables>, name: string): Promise<string> {
  await lockTable(trx, "account");
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? name : `${name} ${number}`;
    if (!(await isNameTaken(trx, { name: numbered }))) return numbered;
  }
}

/** Random bytes of a generated password. */
const GENERATED_BYTES = 15;

/**
 * `email` is lower-cased. `numbersName`: the user did not choose the name, so a taken one gets a number instead of an
 * error.
 */
export type NewAccount = { email: string; name: string; password: string; role: Role; numbersName?: boolean };

/** Adds an account that can log in. Throws ConflictError for a taken address or name. */
export async function addAccount(
  database: Database,
  clock: Clock,
  by: Actor,
  { password, ...account }: NewAccount,
): Promise<void> {
  const password_hash = await hashPassword(password);
  await database.db.transaction().execute((trx) => insertAccount(trx, clock, by, { ...account, password_hash }));
}

/** The same in a transaction, with a password hash; returns the account's id. */
export async function insertAccount(
  trx: Transaction<Tables>,
  clock: Clock,
  by: Actor,
  account: Omit<NewAccount, "password"> & { password_hash: string },
): Promise<number> {
  const { email, password_hash, name: given, role, numbersName = false } = account;
  if (await findLoginOrSuspended(trx, email)) throw new ConflictError("email_taken", EMAIL_TAKEN);
  const name = numbersName ? await numberedName(trx, given) : await requireFreeName(trx, { name: given });
  const made = await storeLogin(trx, clock, { email, password_hash, name, role });
  if (!made) throw new ConflictError("email_taken", EMAIL_TAKEN);
  await recordAccount(trx, clock, by, "account.add", made.id, { role: { to: role } });
  return made.id;
}

type NewLogin = { email: string; password_hash: string; name: string; role: Role };

/** Inserts an account that can log in; undefined if its address is taken. */
async function storeLogin(trx: Transaction<Tables>, clock: Clock, { name, ...login }: NewLogin) {
  const slug = await freeAuthorSlug(trx, name);
  const made = await trx
    .insertInto("account")
    .values({ ...login, ...named(name), slug, image_url: "", bio: "", created_at: clock.now() })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (made) await claimAddress(trx, { kind: "author", id: made.id }, slug);
  return made;
}

const COMMON = "This password is too common, or similar to a common one. Please choose another.";

/** Throws InvalidError for a password that is too short or too common. */
export async function rejectWeakPassword(password: string): Promise<void> {
  const fault = await faultOfPassword(password);
  if (fault !== undefined) throw new InvalidError("weak_password", fault, { password: fault });
}

async function faultOfPassword(password: string): Promise<string | undefined> {
  const { error } = newPassword.safeParse(password);
  return error?.issues[0]?.message ?? ((await isCommonPassword(password)) ? COMMON : undefined);
}

/** Changes the address an account logs in with. Throws ConflictError if it is taken. */
export async function setEmail(
  trx: Transaction<Tables>,
  clock: Clock,
  by: Pick<Actor, "accountId" | "network">,
  { id, email: from }: Pick<Login, "id" | "email">,
  to: string,
): Promise<void> {
  // Of two concurrent requests for one address, only one may succeed.
  await lockTable(trx, "account");
  if (await findLoginOrSuspended(trx, to)) throw new ConflictError("email_taken", EMAIL_TAKEN);
  await trx.updateTable("account").set({ email: to }).where("id", "=", id).execute();
  await recordAccount(trx, clock, by, "account.email", id, { email: { from, to } });
}

/** Sets a password and revokes every session of the account. Throws NotFoundError. */
export async function setPassword(
  database: Database,
  by: Actor,
  email: string,
  password: string,
  clock: Clock = systemClock,
): Promise<void> {
  const password_hash = await hashPassword(password);
  await database.db.transaction().execute(async (trx) => {
    const account = await findLoginOrSuspended(trx, email);
    if (!account) throw new NotFoundError("account_not_found", NO_LOGIN);
    await replacePassword(trx, account, password_hash);
    await recordAccount(trx, clock, by, "password.reset", account.id);
  });
}

/** Deletes the second factors of an account; returns whether there were any. Throws NotFoundError. */
export async function turnOffSecondFactors(
  database: Database,
  by: Actor,
  email: string,
  clock: Clock = systemClock,
): Promise<boolean> {
  return database.db.transaction().execute(async (trx) => {
    const account = await findLoginOrSuspended(trx, email);
    if (!account) throw new NotFoundError("account_not_found", NO_LOGIN);
    const had = await removeFactors(trx, account.id);
    if (had) await recordAccount(trx, clock, by, "factor.off", account.id);
    return had;
  });
}

/**
 * Replaces the password that the account had when it was read; revokes its sessions and devices. Returns the updated
 * account. Throws UnauthenticatedError if the password has changed since.
 */
export async function replacePassword(trx: Transaction<Tables>, account: Login, hash: string): Promise<Login> {
  // The new generation also revokes a session that a concurrent login is about to start with the old password.
  const token_generation = account.token_generation + 1;
  const changed = await trx
    .updateTable("account")
    .set({ password_hash: hash, token_generation })
    .where("id", "=", account.id)
    .where("token_generation", "=", account.token_generation)
    .returning("id")
    .executeTakeFirst();
  if (!changed) throw new UnauthenticatedError("session_ended", SESSION_ENDED);
  await trx.deleteFrom("session").where("account_id", "=", account.id).execute();
  await trx.deleteFrom("known_client").where("account_id", "=", account.id).execute();
  return { ...account, password_hash: hash, token_generation };
}

/**
 * Replaces name, address and password of the account as it was read; revokes its sessions and devices. Throws
 * ConflictError if another account has the name or address, and UnauthenticatedError if the password has changed since.
 */
export async function replaceLogin(
  trx: Transaction<Tables>,
  account: Login,
  { name, email, password_hash }: { name: string; email: string; password_hash: string },
): Promise<void> {
  await requireFreeName(trx, { id: account.id, name });
  const other = await findLoginOrSuspended(trx, email);
  if (other && other.id !== account.id) throw new ConflictError("email_taken", EMAIL_TAKEN, { email: EMAIL_TAKEN });
  await replacePassword(trx, account, password_hash);
  await trx
    .updateTable("account")
    .set({ ...named(name), email })
    .where("id", "=", account.id)
    .execute();
}

/** Deletes expired sessions, and devices and networks that accounts have not used lately. */
export async function removeExpiredSessions(db: Kysely<Tables>, now: number): Promise<void> {
  await db.deleteFrom("session").where("expires_at", "<=", now).execute();
  const since = now - KNOWN_NETWORK_TTL_MS;
  await db.deleteFrom("known_client").where("seen_at", "<=", since).execute();
}

type UserChange = { role?: Role | undefined; is_active?: boolean | undefined };

/**
 * Changes the role of a user, or suspends or reactivates the account; suspending revokes its sessions. Throws
 * NotFoundError, and ConflictError if no active chief would remain.
 */
export async function changeUser(
  { db }: Database,
  clock: Clock,
  by: Actor,
  id: number,
  { role, is_active }: UserChange,
): Promise<UserRow> {
  return db.transaction().execute(async (trx) => {
    if ((role !== undefined && role !== "chief") || is_active === false) await requireAnotherChief(trx, id);
    const before = await findUser(trx, id);
    if (!before) throw new NotFoundError("account_not_found", NO_ACCOUNT);
    const ends = is_active === false && before.is_active === 1;
    const change = {
      id,
      role,
      ...(is_active !== undefined && { is_active: is_active ? (1 as const) : (0 as const) }),
      // Also revokes a session that a concurrent login is about to start, and links to set a password.
      ...(ends && { token_generation: sql<number>`token_generation + 1` }),
    };
    await trx.updateTable("account").set(change).where("id", "=", id).execute();
    if (ends) await trx.deleteFrom("session").where("account_id", "=", id).execute();
    const after = justWritten(await findUser(trx, id));
    const changes = changedFields<UserRow>(before, after, ["role"]);
    if (changes.role) await recordAccount(trx, clock, by, "account.role", id, changes);
    const action = after.is_active === 1 ? "account.resume" : "account.suspend";
    if (before.is_active !== after.is_active) await recordAccount(trx, clock, by, action, id);
    if (isChief(before) && !isChief(after)) await proposeRotation(trx, clock, by);
    return after;
  });
}

const isChief = ({ role, is_active }: Pick<UserRow, "role" | "is_active">) => role === "chief" && is_active === 1;

/** A former chief may have seen the signing key: the desk and the audit log propose a new one. */
const proposeRotation = (trx: Transaction<Tables>, clock: Clock, by: Actor) =>
  recordEvent(trx, clock, { by, action: "secret.propose", subject: { kind: "secret" } });

async function requireAnotherChief(trx: Transaction<Tables>, id: number): Promise<void> {
  // Locked, so that two chiefs cannot take the role from each other at the same time.
  const chiefs = await trx
    .selectFrom("account")
    .select("id")
    .where("role", "=", "chief")
    .where("is_active", "=", 1)
    .where("password_hash", "is not", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  if (chiefs.length === 1 && chiefs[0]?.id === id) throw new ConflictError("last_chief", LAST_CHIEF);
}

/**
 * Removes a login and its sessions, in the caller's transaction. Keeps the author if articles credit it. Throws
 * NotFoundError, and ConflictError for the only active chief.
 */
export async function removeLogin(trx: Transaction<Tables>, clock: Clock, by: Actor, id: number): Promise<void> {
  await requireAnotherChief(trx, id);
  const user = await findUser(trx, id);
  if (!user) throw new NotFoundError("account_not_found", NO_ACCOUNT);
  await recordAccount(trx, clock, by, "account.remove", id);
  if (isChief(user)) await proposeRotation(trx, clock, by);
  await trx.deleteFrom("session").where("account_id", "=", id).execute();
  await trx.deleteFrom("known_client").where("account_id", "=", id).execute();
  await trx.deleteFrom("setup_link").where("account_id", "=", id).execute();
  await removeFactors(trx, id);
  const article = await trx.selectFrom("article").select("id").where("author_id", "=", id).executeTakeFirst();
  if (!article) {
    await trx.deleteFrom("account").where("id", "=", id).execute();
    await releaseAddresses(trx, "author", [id]);
  } else
    await trx
      .updateTable("account")
      .set({ email: null, password_hash: null, role: "contributor", is_active: 1 })
      .set({ token_generation: sql`token_generation + 1` })
      .where("id", "=", id)
      .execute();
}

export function generatePassword(): string {
  return randomBytes(GENERATED_BYTES).toString("base64url");
}

type FirstAccountListener = {
  announce: (password: string) => void;
  warn: (reason: string) => void;
  onAdded?: (trx: Transaction<Tables>, accountId: number) => Promise<void>;
};

/**
 * Creates the first account if nobody can log in yet; safe when several processes start at the same time. A generated
 * password is passed to `announce` before the commit, so that no account exists whose password was never shown. A weak
 * one that the operator chose is passed to `warn` with the reason. `onAdded` runs in the transaction. Throws
 * InvalidError for one that is too short even for that.
 */
export async function ensureFirstAccount(
  database: Database,
  clock: Clock,
  first: { email: string; name: string; password: string | undefined },
  { announce, warn, onAdded }: FirstAccountListener,
): Promise<void> {
  if (await someoneCanLogIn(database.db)) return;
  const fault = first.password === undefined ? undefined : await faultOfPassword(first.password);
  if (fault !== undefined && lengthOf(first.password ?? "") < MIN_FIRST_PASSWORD_LENGTH)
    throw new InvalidError("weak_password", fault);
  const password = first.password ?? generatePassword();
  const password_hash = await hashPassword(password);
  await database.db.transaction().execute(async (trx) => {
    if (await someoneCanLogIn(trx)) return;
    const { email, name } = first;
    const made = await storeLogin(trx, clock, { email, password_hash, name, role: "chief" });
    if (!made) return;
    await recordAccount(trx, clock, operator, "account.add", made.id);
    if (first.password === undefined) announce(password);
    if (fault !== undefined) warn(fault);
    await onAdded?.(trx, made.id);
  });
}

async function someoneCanLogIn(db: Database["db"]): Promise<boolean> {
  const logins = db.selectFrom("account").select("id").where("password_hash", "is not", null);
  return (await logins.limit(1).executeTakeFirst()) !== undefined;
}
