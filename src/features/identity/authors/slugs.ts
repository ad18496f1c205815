import type { Kysely, Transaction } from "kysely";
import { lockTable } from "#db/dialect.ts";
import type { Tables } from "#db/tables.ts";
import { parseId } from "#shared/ids.ts";
import { freeSlug, slugify } from "#shared/slug.ts";
import { nameKey } from "#shared/text.ts";
import { authorSlug } from "./rules.ts";

type Db = Kysely<Tables>;
/** An author's number and slug. Erased people have no slug. */
export type AuthorKey = { id: number; slug: string | null };

/** Returns the author with this id, slug, former slug, or the number of an author that was merged into it. */
export async function findAuthorKey(db: Db, reference: number | string): Promise<AuthorKey | undefined> {
  const id = typeof reference === "number" ? reference : parseId(reference);
  const slug = nameKey(String(reference));
  const select = db.selectFrom("account").select(["id", "slug"]);
  const found = id === null ? select.where("slug", "=", slug) : select.where("id", "=", id);
  return (await found.executeTakeFirst()) ?? findMoved(db, slug);
}

const findMoved = (db: Db, slug: string): Promise<AuthorKey | undefined> =>
  db
    .selectFrom("author_redirect")
    .innerJoin("account", "account.id", "author_redirect.account_id")
    .select(["account.id", "account.slug"])
    .where("author_redirect.slug", "=", slug)
    .executeTakeFirst();

/** Names and slugs are unique: of two concurrent changes that take the same one, the second must see the first one's. */
export const lockAuthors = (trx: Transaction<Tables>) => lockTable(trx, "account");

/** Returns a slug for a name that no other author has or had. */
export async function freeAuthorSlug(trx: Transaction<Tables>, name: string, ownId = 0): Promise<string> {
  await lockAuthors(trx);
  const slug = authorSlug(name);
  const rows = await trx
    .selectFrom("account")
    .select("slug")
    .where("slug", "like", `${slug}%`)
    .where("id", "!=", ownId)
    .union(
      trx
        .selectFrom("author_redirect")
        .select("slug")
        .where("slug", "like", `${slug}%`)
        .where("account_id", "!=", ownId),
    )
    .execute();
  const taken = new Set(rows.map((row) => row.slug));
  return freeSlug(slug, taken);
}

/** Gives an author another slug; the former one redirects. */
export async function moveAuthorSlug(trx: Transaction<Tables>, { id, slug: former }: AuthorKey, slug: string) {
  await trx.deleteFrom("author_redirect").where("slug", "=", slug).execute();
  await trx.updateTable("account").set({ slug }).where("id", "=", id).execute();
  if (former !== null && former !== slug)
    await trx.insertInto("author_redirect").values({ slug: former, account_id: id }).execute();
}

/** Lets a slug that was made of an author's name follow the new name; a slug that an editor chose stays. */
export async function followName(trx: Transaction<Tables>, id: number, from: string, to: string): Promise<void> {
  const author = await findAuthorKey(trx, id);
  if (!author || author.slug === null || !isMadeOf(author.slug, from)) return;
  const slug = await freeAuthorSlug(trx, to, id);
  if (slug !== author.slug) await moveAuthorSlug(trx, author, slug);
}

/** Whether a slug is that of a name, perhaps with a number. */
function isMadeOf(slug: string, name: string): boolean {
  return [authorSlug(name), slugify(name, "author")].some(
    (made) => slug === made || (slug.startsWith(`${made}-`) && /^\d{1,6}$/.test(slug.slice(made.length + 1))),
  );
}

/** The addresses that redirect to an author's page: former slugs, and numbers of merged authors. */
export async function formerSlugs(db: Db, id: number): Promise<string[]> {
  const rows = await db
    .selectFrom("author_redirect")
    .select("slug")
    .where("account_id", "=", id)
    .orderBy("slug")
    .execute();
  return rows.map(({ slug }) => slug);
}

/** Where authors went that were merged into others, by the number that they had. */
export async function mergedInto(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("author_redirect").selectAll().where("slug", "in", ids.map(String)).execute();
  return new Map(rows.map(({ slug, account_id }) => [Number(slug), account_id]));
}

/** The numbers of the authors that were merged into one. */
export const mergedFrom = async (db: Db, id: number): Promise<number[]> =>
  (await formerSlugs(db, id)).flatMap((slug) => parseId(slug) ?? []);
