import type { Kysely, Transaction } from "kysely";
import { chunksOf } from "#db/rows.ts";
import { type Scope, scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { Addresses } from "#platform/records/kind.ts";
import { ConflictError } from "#shared/errors.ts";
import type { AddressKind } from "#shared/features.ts";
import { freeSlug, MAX_SLUG } from "#shared/slug.ts";
import { beginningOf, isStorable } from "#shared/text.ts";
import { addressKey, prefixOf, takenError } from "./kinds.ts";
import type { AddressTable } from "./tables.ts";

type Db = Kysely<Tables>;
type Trx = Transaction<Tables>;
/** What has addresses. */
export type Owner = { kind: AddressKind; id: number };

/** What is at an address, for pages that depend on it. */
export const addressScope = (kind: AddressKind, slug: string | number): Scope =>
  scope("address", addressKey(kind, slug));

/** The ids of the owners of an address, by state. */
export async function ownersAt(
  db: Db,
  kind: AddressKind,
  slug: string | number,
): Promise<Partial<Record<AddressTable["state"], number>>> {
  const path = addressKey(kind, slug);
  if (!isStorable(path)) return {};
  const rows = await db.selectFrom("address").select(["state", "owner_id"]).where("path", "=", path).execute();
  return Object.fromEntries(rows.map(({ state, owner_id }) => [state, owner_id]));
}

/** The id of the one that has an address, else of the one that had it. */
export async function ownerAt(db: Db, kind: AddressKind, slug: string | number): Promise<number | undefined> {
  const { current, former } = await ownersAt(db, kind, slug);
  return current ?? former;
}

/** Throws ConflictError if another owner has the address. */
export async function requireFreeAddress(trx: Trx, { kind, id }: Owner, slug: string): Promise<void> {
  const { current = id } = await ownersAt(trx, kind, slug);
  if (current !== id) throw new ConflictError("slug_taken", takenError(kind), { slug: takenError(kind) });
}

/** The slug itself if it is not reserved and no other owner has it or had it, else with a number. */
export async function freeAddress(trx: Trx, { kind, id }: Owner, slug: string, isReserved = false): Promise<string> {
  const prefix = prefixOf(kind);
  // A long slug is cut for its number, so that its beginning counts.
  const beginning = addressKey(kind, beginningOf(slug, MAX_SLUG - NUMBER_LENGTH));
  const rows = await trx
    .selectFrom("address")
    .select("path")
    .where("path", ">=", beginning)
    .where("path", "<", `${beginning}\u{10ffff}`)
    .where("kind", "=", kind)
    .where("owner_id", "!=", id)
    .where("state", "!=", "removed")
    .execute();
  const taken = new Set(rows.map(({ path }) => path.slice(prefix.length)));
  return freeSlug(slug, isReserved ? taken.add(slug) : taken);
}

/** Characters of the number at the end of a slug. */
const NUMBER_LENGTH = 10;

/** `isPublic`: whether readers see the owner at its new address. `wasPublic`: whether they know its former one. */
type Claim = { isPublic?: boolean; wasPublic?: boolean };

/**
 * Gives an owner an address; the one that it had leads to it. An address that another owner had before leads there until
 * the new owner is public. Throws ConflictError if another owner has it.
 */
export async function claimAddress(
  trx: Trx,
  owner: Owner,
  slug: string,
  { isPublic = true, wasPublic = true }: Claim = {},
): Promise<void> {
  await requireFreeAddress(trx, owner, slug);
  const { kind, id } = owner;
  const path = addressKey(kind, slug);
  await trx
    .deleteFrom("address")
    .where("path", "=", path)
    .where("state", "=", "former")
    .$if(!isPublic, (others) => others.where("owner_id", "=", id))
    .execute();
  const left = await trx
    .deleteFrom("address")
    .where("kind", "=", kind)
    .where("owner_id", "=", id)
    .where("state", "=", "current")
    .returning("path")
    .executeTakeFirst();
  await trx.insertInto("address").values({ path, state: "current", kind, owner_id: id }).execute();
  if (left && left.path !== path && wasPublic) await storePast(trx, owner, [left.path]);
}

/** Makes addresses lead to an owner, instead of where they led before. */
export const forwardAddresses = (trx: Trx, owner: Owner, slugs: readonly (string | number)[]): Promise<void> =>
  storePast(
    trx,
    owner,
    slugs.map((slug) => addressKey(owner.kind, slug)),
  );

/** Records a state of addresses that are no longer current; the last owner of each counts. */
async function storePast(
  trx: Trx,
  { kind, id }: Owner,
  paths: readonly string[],
  state: "former" | "removed" = "former",
): Promise<void> {
  for (const some of chunksOf([...new Set(paths)]))
    await trx
      .insertInto("address")
      .values(some.map((path) => ({ path, state, kind, owner_id: id })))
      .onConflict((conflict) => conflict.columns(["path", "state"]).doUpdateSet({ kind, owner_id: id }))
      .execute();
}

/** Lets all addresses of an owner lead to another one of its kind, and its number too. */
export async function mergeAddresses(trx: Trx, kind: AddressKind, from: number, into: number): Promise<void> {
  const left = await trx
    .deleteFrom("address")
    .where("kind", "=", kind)
    .where("owner_id", "=", from)
    .where("state", "!=", "removed")
    .returning("path")
    .execute();
  await storePast(trx, { kind, id: into }, [...left.map(({ path }) => path), addressKey(kind, from)]);
}

/** Forgets all addresses of owners that were deleted. */
export async function releaseAddresses(trx: Trx, kind: AddressKind, ids: readonly number[]): Promise<void> {
  for (const some of chunksOf(ids))
    await trx.deleteFrom("address").where("kind", "=", kind).where("owner_id", "in", some).execute();
}

/** Records that readers could see an owner at its addresses and that it was removed; `restoreAddresses` undoes it. */
export async function removeAddresses(trx: Trx, { kind, id }: Owner): Promise<void> {
  const left = await trx
    .deleteFrom("address")
    .where("kind", "=", kind)
    .where("owner_id", "=", id)
    .returning("path")
    .execute();
  const paths = left.map(({ path }) => path);
  await storePast(trx, { kind, id }, paths, "removed");
}

/** Gives a removed owner an address again; its former ones lead there, unless another owner has or had them since. */
export async function restoreAddresses(trx: Trx, owner: Owner, slug: string, former: readonly string[]): Promise<void> {
  const { kind, id } = owner;
  await releaseAddresses(trx, kind, [id]);
  await claimAddress(trx, owner, slug, { isPublic: false });
  for (const one of former) {
    const { current, former: led } = await ownersAt(trx, kind, one);
    if (current === undefined && led === undefined) await forwardAddresses(trx, owner, [one]);
  }
}

/** The slugs, numbers and names that lead to an owner. */
export async function formerSlugs(db: Db, { kind, id }: Owner): Promise<string[]> {
  const rows = await db
    .selectFrom("address")
    .select("path")
    .where("kind", "=", kind)
    .where("owner_id", "=", id)
    .where("state", "=", "former")
    .orderBy("path")
    .execute();
  return rows.map(({ path }) => path.slice(prefixOf(kind).length));
}

/** Where owners went that were merged into others, by the number that they had. */
export async function mergedInto(db: Db, kind: AddressKind, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const numbers = new Map(ids.map((id) => [addressKey(kind, id), id]));
  const rows = await db
    .selectFrom("address")
    .select(["path", "owner_id"])
    .where("path", "in", [...numbers.keys()])
    .where("state", "=", "former")
    .execute();
  return new Map(rows.map(({ path, owner_id }) => [numbers.get(path) ?? 0, owner_id]));
}

/** The present paths of what had these before and that nothing else has now. Paths are given as `pathKey` makes them. */
export async function presentPaths(db: Db, given: readonly string[]): Promise<Map<string, string>> {
  const keys = given.filter(isStorable);
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom("address as old")
    .innerJoin("address as now", (join) =>
      join
        .onRef("now.kind", "=", "old.kind")
        .onRef("now.owner_id", "=", "old.owner_id")
        .on("now.state", "=", "current"),
    )
    .select(["old.path", "now.path as to"])
    .where("old.path", "in", keys)
    .where("old.state", "=", "former")
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("address as taken")
            .select("taken.path")
            .whereRef("taken.path", "=", "old.path")
            .where("taken.state", "=", "current"),
        ),
      ),
    )
    .execute();
  return new Map(rows.map(({ path, to }) => [path, to]));
}

/** The register, as a kind of records uses it. `slugOf`: the slug that a name gets. */
export const addressesOf = (kind: AddressKind, slugOf: (name: string) => string): Addresses => ({
  ownerAt: (db, slug) => ownerAt(db, kind, slug),
  requireFree: (trx, id, slug) => requireFreeAddress(trx, { kind, id }, slug),
  freeFor: (trx, id, name) => freeAddress(trx, { kind, id }, slugOf(name)),
  claim: (trx, id, slug) => claimAddress(trx, { kind, id }, slug),
  release: (trx, id) => releaseAddresses(trx, kind, [id]),
});
