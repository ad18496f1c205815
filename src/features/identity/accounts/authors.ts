import type { Kysely, Selectable, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { claimAddress, mergeAddresses, releaseAddresses } from "#features/addresses/register.ts";
import { freeAuthorSlug } from "#features/identity/authors/slugs.ts";
import type { Clock } from "#platform/clock.ts";
import type { Link } from "#shared/fields/fields.ts";
import type { AccountTable } from "../tables.ts";
import { named } from "./commands.ts";
import { type DescribedAuthor, describeAuthors, isNameTaken } from "./queries.ts";
import { FORMER_AUTHOR } from "./rules.ts";

/**
 * Resolves ids and names to authors, each once; unknown names become authors without a login. Throws InvalidError for
 * an unknown id.
 */
export async function resolveAuthors(
  trx: Transaction<Tables>,
  clock: Clock,
  refs: readonly (number | string)[],
  onAdded: () => void = () => {},
): Promise<{ id: number; name: string }[]> {
  const authors = new Map<number, string>();
  for (const { id, name } of await describeAuthors(trx, refs)) {
    if (id === null) onAdded();
    authors.set(id ?? (await addAuthor(trx, clock, { name, imageUrl: "", bio: "" })), name);
  }
  return [...authors].map(([id, name]) => ({ id, name }));
}

/** `imageUrl` is the picture's canonical address. */
type AuthorProfile = { name: string; imageUrl: string; bio: string; slug?: string; links?: readonly Link[] };

/** Adds an author who cannot log in, and returns the id. */
export async function addAuthor(trx: Transaction<Tables>, clock: Clock, author: AuthorProfile): Promise<number> {
  const slug = author.slug || (await freeAuthorSlug(trx, author.name));
  const { id } = await trx
    .insertInto("account")
    .values({
      email: null,
      password_hash: null,
      ...named(author.name),
      slug,
      image_url: author.imageUrl,
      bio: author.bio,
      links: JSON.stringify(author.links ?? []),
      created_at: clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await claimAddress(trx, { kind: "author", id }, slug);
  return id;
}

/** The author whom a name means, whatever account that is, or a new one who cannot log in. */
export async function importAuthor(
  trx: Transaction<Tables>,
  clock: Clock,
  { slug = "", ...author }: AuthorProfile,
): Promise<{ id: number; isAdded: boolean }> {
  const [known] = await describeAuthors(trx, [author.name]);
  if (known?.id != null) return { id: known.id, isAdded: false };
  const own = await freeAuthorSlug(trx, slug || author.name);
  return { id: await addAuthor(trx, clock, { ...author, slug: own }), isAdded: true };
}

/** Deletes an author who cannot log in. The caller has checked that no article credits them. */
export async function removeAuthor(trx: Transaction<Tables>, id: number): Promise<void> {
  const gone = trx.deleteFrom("account").where("id", "=", id).where("email", "is", null).returning("id");
  if (await gone.executeTakeFirst()) await releaseAddresses(trx, "author", [id]);
}

type Merged = DescribedAuthor & { id: number };

/**
 * Deletes an author whose articles another one has: its name, addresses and number lead there, and its profile fills what
 * the other one lacks. That of an account stays as its owner wrote it.
 */
export async function forwardAuthor(trx: Transaction<Tables>, from: Merged, into: Merged): Promise<void> {
  await mergeAddresses(trx, "author", from.id, into.id);
  await trx.updateTable("author_alias").set({ account_id: into.id }).where("account_id", "=", from.id).execute();
  await trx
    .insertInto("author_alias")
    .values({ ...named(from.name), account_id: into.id })
    .onConflict((conflict) => conflict.column("name_key").doUpdateSet({ name: from.name, account_id: into.id }))
    .execute();
  await removeAuthor(trx, from.id);
  const filled = {
    bio: into.bio || from.bio,
    image_url: into.image_url || from.image_url,
    links: JSON.stringify(into.links.length > 0 ? into.links : from.links),
  };
  await trx.updateTable("account").set(filled).where("id", "=", into.id).where("email", "is", null).execute();
}

/** An author's row, as it is stored while a removal can be undone. */
export type AuthorRow = Selectable<AccountTable>;

export const authorsWithoutLogin = (db: Kysely<Tables>, names: readonly string[]): Promise<AuthorRow[]> =>
  db
    .selectFrom("account")
    .selectAll()
    .where("name", "in", names)
    .where("email", "is", null)
    .where("password_hash", "is", null)
    .orderBy("id")
    .execute();

/** Adds a removed author again, under the same id, unless the name is taken. */
export async function restoreAuthor(trx: Transaction<Tables>, author: AuthorRow): Promise<void> {
  const slug = await freeAuthorSlug(trx, author.name);
  if (await isNameTaken(trx, { name: author.name })) return;
  await trx
    .insertInto("account")
    .values({ ...author, slug })
    .execute();
  await claimAddress(trx, { kind: "author", id: author.id }, slug);
}

/** Removes from an author everything that identifies a person; articles keep the author. */
export async function eraseProfile(trx: Transaction<Tables>, id: number): Promise<void> {
  const erased = { ...named(FORMER_AUTHOR), slug: null, image_url: "", bio: "", links: "[]" };
  await trx
    .updateTable("account")
    .set({ ...erased, signed_in_at: null })
    .where("id", "=", id)
    .execute();
  await releaseAddresses(trx, "author", [id]);
  await trx.deleteFrom("author_alias").where("account_id", "=", id).execute();
}
