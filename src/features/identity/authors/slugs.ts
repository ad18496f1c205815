import type { Kysely, Transaction } from "kysely";
import { lockTable } from "#db/dialect.ts";
import type { Tables } from "#db/tables.ts";
import { claimAddress, formerSlugs, freeAddress, ownerAt } from "#features/addresses/register.ts";
import { parseId } from "#shared/ids.ts";
import { slugify } from "#shared/slug.ts";
import { authorSlug } from "./rules.ts";

type Db = Kysely<Tables>;
/** An author's number and slug. Erased people have no slug. */
export type AuthorKey = { id: number; slug: string | null };

/** Returns the author with this id, slug, former slug, or the number of an author that was merged into it. */
export async function findAuthorKey(db: Db, reference: number | string): Promise<AuthorKey | undefined> {
  const find = (id: number) => db.selectFrom("account").select(["id", "slug"]).where("id", "=", id).executeTakeFirst();
  const number = typeof reference === "number" ? reference : parseId(reference);
  const found = number === null ? undefined : await find(number);
  if (found) return found;
  const id = await ownerAt(db, "author", reference);
  return id === undefined ? undefined : find(id);
}

/** Names and slugs are unique: of two concurrent changes that take the same one, the second must see the first one's. */
export const lockAuthors = (trx: Transaction<Tables>) => lockTable(trx, "account");

/** Returns a slug for a name that no other author has or had. */
export async function freeAuthorSlug(trx: Transaction<Tables>, name: string, ownId = 0): Promise<string> {
  await lockAuthors(trx);
  return freeAddress(trx, { kind: "author", id: ownId }, authorSlug(name));
}

/** Gives an author another slug; the former one redirects. */
export async function moveAuthorSlug(trx: Transaction<Tables>, id: number, slug: string): Promise<void> {
  await claimAddress(trx, { kind: "author", id }, slug);
  await trx.updateTable("account").set({ slug }).where("id", "=", id).execute();
}

/** Lets a slug that was made of an author's name follow the new name; a slug that an editor chose stays. */
export async function followName(trx: Transaction<Tables>, id: number, from: string, to: string): Promise<void> {
  const author = await findAuthorKey(trx, id);
  if (!author || author.slug === null || !isMadeOf(author.slug, from)) return;
  const slug = await freeAuthorSlug(trx, to, id);
  if (slug !== author.slug) await moveAuthorSlug(trx, id, slug);
}

/** Whether a slug is that of a name, perhaps with a number. */
function isMadeOf(slug: string, name: string): boolean {
  return [authorSlug(name), slugify(name, "author")].some(
    (made) => slug === made || (slug.startsWith(`${made}-`) && /^\d{1,6}$/.test(slug.slice(made.length + 1))),
  );
}

/** The numbers of the authors that were merged into one. */
export const mergedFrom = async (db: Db, id: number): Promise<number[]> =>
  (await formerSlugs(db, { kind: "author", id })).flatMap((slug) => parseId(slug) ?? []);
