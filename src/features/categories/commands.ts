import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { findCategory } from "./queries.ts";
import { FIRST_CATEGORIES, freeSlug, nameKey } from "./rules.ts";

/** The id of the category an article names: matched by name or slug, else made (contract section 2). */
export async function ensureCategory(trx: Transaction<Tables>, name: string): Promise<number> {
  const known = await findCategory(trx, name);
  if (known) return known.id;
  const slugs = await trx.selectFrom("category").select("slug").execute();
  const slug = freeSlug(name, new Set(slugs.map((row) => row.slug)));
  const made = await trx
    .insertInto("category")
    .values({ name: name.trim(), name_key: nameKey(name), slug })
    .returning("id")
    .executeTakeFirstOrThrow();
  return made.id;
}

/** Puts the footer's six categories into an empty publication. */
export async function seedCategories(trx: Transaction<Tables>): Promise<void> {
  await trx
    .insertInto("category")
    .values(FIRST_CATEGORIES.map(({ name, slug }) => ({ name, slug, name_key: nameKey(name) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
