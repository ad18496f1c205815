import type { Kysely } from "kysely";
import { scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { mergedInto } from "#features/addresses/register.ts";
import { REQUIREMENT_KEY } from "#features/identity/second-factor/rules.ts";
import type { Actor } from "#shared/actor.ts";
import { InvalidError } from "#shared/errors.ts";
import type { Link } from "#shared/fields/fields.ts";
import type { Page } from "#shared/schema.ts";
import { nameKey } from "#shared/text.ts";
import type { Profile, TokenClaims } from "./endpoints.ts";
import { PROFILE_FIELDS } from "./rules.ts";

/**
 * An author's picture and biography, as shown next to an article. The name, which lists show too, changes only when the
 * author is erased, which expires everything.
 */
export const authorScope = (accountId: number) => scope("author", accountId);

/** Authors as records with pictures. */
export const AUTHORS = {
  name: "author",
  table: "account",
  fields: PROFILE_FIELDS,
  scopeOf: ({ id }: { id: number }) => authorScope(id),
} as const;

/**
 * The account with this address (lower-cased) if it can log in. Suspended accounts are not found, so that logging in to
 * one reveals no more than an unknown address does.
 */
export function findLogin(db: Kysely<Tables>, email: string): Promise<Login | undefined> {
  return selectLogins(db).where("email", "=", email).where("is_active", "=", 1).executeTakeFirst();
}

export function findLoginById(db: Kysely<Tables>, id: number): Promise<Login | undefined> {
  return selectLogins(db).where("id", "=", id).where("is_active", "=", 1).executeTakeFirst();
}

/** The account with this address, suspended or not: for account management. */
export function findLoginOrSuspended(db: Kysely<Tables>, email: string): Promise<Login | undefined> {
  return selectLogins(db).where("email", "=", email).executeTakeFirst();
}

/** What is needed of an account to log in. */
export type Login = {
  id: number;
  email: string;
  name: string;
  password_hash: string;
  token_generation: number;
  signed_in_at: number | null;
};

const selectLogins = (db: Kysely<Tables>) =>
  db
    .selectFrom("account")
    .select(["id", "name", "token_generation", "signed_in_at"])
    .select((eb) => [eb.ref("email").$notNull().as("email"), eb.ref("password_hash").$notNull().as("password_hash")])
    .where("email", "is not", null)
    .where("password_hash", "is not", null);

/** Sessions that have not ended: the account is active, and its password has not changed since. */
const validSessions = (db: Kysely<Tables>, now: number) =>
  db
    .selectFrom("session")
    .innerJoin("account", "account.id", "session.account_id")
    .where("session.expires_at", ">", now)
    .where("account.password_hash", "is not", null)
    .where("account.is_active", "=", 1)
    .whereRef("session.generation", "=", "account.token_generation");

/**
 * A token's session if it is valid, with the account's role and the roles that need a second factor. Read at every use,
 * so that no token outlives its session and a new role applies immediately.
 */
export function findSession(db: Kysely<Tables>, { sub, sid }: TokenClaims, now: number) {
  return (
    validSessions(db, now)
      // Read with every request, so it is joined instead of queried separately.
      .leftJoin("setting", (join) => join.on("setting.key", "=", REQUIREMENT_KEY))
      .select(["session.started_at", "session.is_strong", "account.role", "setting.value as requirement"])
      .where("session.id", "=", sid)
      .where("session.account_id", "=", sub)
      .executeTakeFirst()
  );
}

/** The valid ones of these sessions, each with its user and present role. */
export async function liveSessions(db: Kysely<Tables>, ids: string[], now: number): Promise<Map<string, Actor>> {
  const rows = await validSessions(db, now)
    .select(["session.id", "session.account_id", "account.role"])
    .where("session.id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, account_id, role }) => [id, { accountId: account_id, role, sessionId: id } as Actor]));
}

/**
 * The user who made something that works without a session, such as a link, with the present role. Undefined for an account
 * that can no longer log in: what it made ends with its access.
 */
export async function findMaker(db: Kysely<Tables>, accountId: number | null): Promise<Actor | undefined> {
  const account = accountId === null ? undefined : await findLoginById(db, accountId);
  if (!account) return undefined;
  const { role } = await db.selectFrom("account").select("role").where("id", "=", account.id).executeTakeFirstOrThrow();
  return { accountId: account.id, role } as Actor;
}

/** The valid sessions of an account, last used first. */
export function listSessions(db: Kysely<Tables>, accountId: number, now: number) {
  return db
    .selectFrom("session")
    .innerJoin("account", "account.id", "session.account_id")
    .select(["session.id", "session.device", "session.origin", "session.started_at", "session.used_at"])
    .where("session.account_id", "=", accountId)
    .where("session.expires_at", ">", now)
    .whereRef("session.generation", "=", "account.token_generation")
    .orderBy("session.used_at", "desc")
    .orderBy("session.started_at", "desc")
    .orderBy("session.id")
    .execute();
}

/** Whether an account has signed in from this network, or on this device in it, since `since` (epoch milliseconds). */
export async function isKnownNetwork(
  db: Kysely<Tables>,
  { accountId, network, since }: { accountId: number; network: string; since: number },
): Promise<boolean> {
  const row = await db
    .selectFrom("known_client")
    .select("seen_at")
    .where("account_id", "=", accountId)
    .where("network", "=", network)
    .where("seen_at", ">", since)
    .executeTakeFirst();
  return row !== undefined;
}

export const linksOf = (stored: string | null): Link[] => JSON.parse(stored ?? "[]");

const withLinks = <Row extends { links: string }>(row: Row) => ({ ...row, links: linksOf(row.links) });

export async function findProfile(db: Kysely<Tables>, accountId: number): Promise<Profile | undefined> {
  const query = db.selectFrom("account").select(["name", "image_url", "bio", "links"]).where("id", "=", accountId);
  const row = await query.executeTakeFirst();
  return row && withLinks(row);
}

/** What else only its owner sees of an account. */
export function findOwn(db: Kysely<Tables>, accountId: number) {
  return db.selectFrom("account").select(["id", "email", "role"]).where("id", "=", accountId).executeTakeFirst();
}

/** An author as an article credits them; `id` is null for a new name, and `slug` for an author without a page. */
export type DescribedAuthor = Profile & { id: number | null; slug: string | null };

type StoredAuthor = DescribedAuthor & { id: number };

/** The authors with these ids, or the ones that they were merged into. */
export async function findProfiles(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, StoredAuthor>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("account")
    .select(["id", "name", "slug", "image_url", "bio", "links"])
    .where("id", "in", ids)
    .execute();
  const found = new Map<number, StoredAuthor>(rows.map((row) => [row.id, withLinks(row)]));
  const moved = await mergedInto(
    db,
    "author",
    ids.filter((id) => !found.has(id)),
  );
  if (moved.size === 0) return found;
  const others = await findProfiles(db, [...moved.values()]);
  for (const [id, now] of moved) {
    const other = others.get(now);
    if (other) found.set(id, other);
  }
  return found;
}

/**
 * The authors with these ids and names as they would be credited, without creating any. Throws InvalidError for an
 * unknown id.
 */
export async function describeAuthors(
  db: Kysely<Tables>,
  refs: readonly (number | string)[],
): Promise<DescribedAuthor[]> {
  const profiles = await findProfiles(
    db,
    refs.filter((ref) => typeof ref === "number"),
  );
  const found: DescribedAuthor[] = [];
  for (const ref of refs) {
    const known = typeof ref === "number" ? profiles.get(ref) : await findByName(db, ref);
    if (typeof ref === "number" && !known) throw unknownAuthor(ref);
    found.push(known ?? { id: null, name: String(ref), slug: null, image_url: "", bio: "", links: [] });
  }
  return found;
}

/** As `describeAuthors`, skipping unknown ids. */
export async function describeKnown(
  db: Kysely<Tables>,
  refs: readonly (number | string)[],
): Promise<DescribedAuthor[]> {
  const known = await findProfiles(
    db,
    refs.filter((ref) => typeof ref === "number"),
  );
  return describeAuthors(
    db,
    refs.filter((ref) => typeof ref === "string" || known.has(ref)),
  );
}

function unknownAuthor(id: number): InvalidError {
  const message = `There is no author with the id ${id}.`;
  return new InvalidError("unknown_author", message, { authors: message });
}

/** The first account with a name, ignoring case, or else the one into which an author of this name was merged. */
async function findByName(db: Kysely<Tables>, name: string): Promise<DescribedAuthor | undefined> {
  const key = nameKey(name);
  const accounts = db.selectFrom("account").select(["account.id", "account.name", "slug", "image_url", "bio", "links"]);
  const row =
    (await accounts.where("account.name_key", "=", key).orderBy("account.id").limit(1).executeTakeFirst()) ??
    (await accounts
      .innerJoin("author_alias", "author_alias.account_id", "account.id")
      .where("author_alias.name_key", "=", key)
      .executeTakeFirst());
  return row && withLinks(row);
}

/** The names of the authors that were merged into others, by the others' ids. */
export async function mergedNames(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("author_alias")
    .selectAll()
    .where("account_id", "in", ids)
    .orderBy("name_key")
    .execute();
  const byAccount = Map.groupBy(rows, ({ account_id }) => account_id);
  return new Map([...byAccount].map(([id, aliases]) => [id, aliases.map(({ name }) => name)]));
}

/** Whether an account other than `id` has a name, ignoring case. */
export async function isNameTaken(
  db: Kysely<Tables>,
  { id = 0, name }: { id?: number; name: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("account")
    .select("id")
    .where("name_key", "=", nameKey(name))
    .where("id", "!=", id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** More than fit on a list of suggestions; a publication with more authors types their names. */
const MAX_AUTHORS = 2_000;

/** Everyone who can be credited as an author, by name. */
export const listAuthors = (db: Kysely<Tables>): Promise<{ id: number; name: string }[]> =>
  db.selectFrom("account").select(["id", "name"]).orderBy("name").orderBy("id").limit(MAX_AUTHORS).execute();

export async function listAuthorIds(db: Kysely<Tables>): Promise<number[]> {
  const rows = await db.selectFrom("account").select("id").where("password_hash", "is", null).orderBy("id").execute();
  return rows.map(({ id }) => id);
}

const selectUsers = (db: Kysely<Tables>) =>
  db
    .selectFrom("account")
    .select(["id", "name", "image_url", "role", "is_active", "created_at", "signed_in_at"])
    .select((eb) => eb.ref("email").$notNull().as("email"))
    .where("email", "is not", null)
    .where("password_hash", "is not", null);
export type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>["execute"]>>[number];

/** All accounts that can log in, including suspended ones, by email. */
export const listUsers = (db: Kysely<Tables>): Promise<UserRow[]> => selectUsers(db).orderBy("email").execute();

/** A page of the same by name, with the total. */
export async function pageUsers(db: Kysely<Tables>, { limit, offset }: Page) {
  const rows = await selectUsers(db).orderBy("name_key").orderBy("id").limit(limit).offset(offset).execute();
  const { total } = await db
    .selectFrom("account")
    .where("email", "is not", null)
    .where("password_hash", "is not", null)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export const findUser = (db: Kysely<Tables>, id: number): Promise<UserRow | undefined> =>
  selectUsers(db).where("id", "=", id).executeTakeFirst();

export const findUsers = async (db: Kysely<Tables>, ids: readonly number[]): Promise<UserRow[]> =>
  ids.length === 0 ? [] : selectUsers(db).where("id", "in", ids).where("is_active", "=", 1).orderBy("id").execute();

export async function accountNames(db: Kysely<Tables>, ids: (number | null)[]): Promise<Map<number, string>> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const rows = await db.selectFrom("account").select(["id", "name"]).where("id", "in", known).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const moved = await mergedInto(
    db,
    "author",
    known.filter((id) => !names.has(id)),
  );
  if (moved.size > 0) for (const [id, { name }] of await findProfiles(db, [...moved.keys()])) names.set(id, name);
  return names;
}

/** The authors with these names who cannot log in. */
export async function authorsNamed(db: Kysely<Tables>, names: string[]): Promise<number[]> {
  const rows = await db
    .selectFrom("account")
    .select("id")
    .where("name", "in", names)
    .where("email", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}
