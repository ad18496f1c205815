import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { freeAuthorSlug } from "#features/identity/authors/slugs.ts";
import type { Clock } from "#platform/clock.ts";
import { pictureFolder } from "#shared/pictures.ts";
import { named } from "./commands.ts";
import { authorScope, describeAuthors } from "./queries.ts";
import { FORMER_AUTHOR } from "./rules.ts";

/** Replaces the portrait `key` with the picture at `url`; returns how many accounts had it. */
export async function replacePortrait(database: Database, { key, url }: { key: string; url: string }): Promise<number> {
  return changeContent(database, async (trx) => {
    const authors = await trx
      .updateTable("account")
      .set({ image_url: url })
      .where("image_url", "like", `%${pictureFolder(key)}%`)
      .returning("id")
      .execute();
    return { result: authors.length, changed: authors.map(({ id }) => authorScope(id)) };
  });
}

/** Replaces a portrait on another host with our copy. */
export async function bringPortrait(database: Database, address: string, url: string): Promise<void> {
  await changeContent(database, async (trx) => {
    const authors = await trx
      .updateTable("account")
      .set({ image_url: url })
      .where("image_url", "=", address)
      .returning("id")
      .execute();
    return { result: undefined, changed: authors.map(({ id }) => authorScope(id)) };
  });
}

/** Removes the picture `key` from all accounts. */
export async function emptyPictureOfAccounts(trx: Transaction<Tables>, key: string): Promise<void> {
  const pattern = `%${pictureFolder(key)}%`;
  await trx.updateTable("account").set({ image_url: "" }).where("image_url", "like", pattern).execute();
}

/**
 * Resolves ids and names to authors, each once; unknown names become authors without a login. Throws InvalidError for
 * an unknown id.
 */
export async function resolveAuthors(
  trx: Transaction<Tables>,
  clock: Clock,
  refs: readonly (number | string)[],
): Promise<{ id: number; name: string }[]> {
  const authors = new Map<number, string>();
  for (const { id, name } of await describeAuthors(trx, refs))
    authors.set(id ?? (await addAuthor(trx, clock, { name, imageUrl: "", bio: "" })), name);
  return [...authors].map(([id, name]) => ({ id, name }));
}

/** `imageUrl` is the picture's canonical address. */
type AuthorProfile = { name: string; imageUrl: string; bio: string };

/** Adds an author who cannot log in, and returns the id. */
export async function addAuthor(trx: Transaction<Tables>, clock: Clock, author: AuthorProfile): Promise<number> {
  const { id } = await trx
    .insertInto("account")
    .values({
      email: null,
      password_hash: null,
      ...named(author.name),
      slug: await freeAuthorSlug(trx, author.name),
      image_url: author.imageUrl,
      bio: author.bio,
      created_at: clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes an author who cannot log in. The caller has checked that no article credits them. */
export async function removeAuthor(trx: Transaction<Tables>, id: number): Promise<void> {
  await trx.deleteFrom("account").where("id", "=", id).where("email", "is", null).execute();
}

/** Removes from an author everything that identifies a person; articles keep the author. */
export async function eraseProfile(trx: Transaction<Tables>, id: number): Promise<void> {
  const erased = { ...named(FORMER_AUTHOR), slug: null, image_url: "", bio: "", links: "[]" };
  await trx
    .updateTable("account")
    .set({ ...erased, signed_in_at: null })
    .where("id", "=", id)
    .execute();
  await trx.deleteFrom("author_redirect").where("account_id", "=", id).execute();
}
