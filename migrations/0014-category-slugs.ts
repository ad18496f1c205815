import type { Kysely } from "kysely";
import { freeSlug, isSlug, slugify } from "./frozen/slug.ts";

type Shape = {
  category: { id: number; slug: string };
  category_redirect: { slug: string; category_id: number };
};

/**
 * Slugs that are none by today's rule, with double hyphens or letters that are composed differently, get one that is;
 * the old one goes on leading to the category. Categories that articles named are told apart from those that editors
 * made: what is there already stays as readers see it.
 */
export async function up(unknown: Kysely<unknown>): Promise<void> {
  await unknown.schema
    .alterTable("category")
    .addColumn("shown_empty", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  const db = unknown as Kysely<Shape>;
  const categories = await db.selectFrom("category").select(["id", "slug"]).orderBy("id").execute();
  const redirects = await db.selectFrom("category_redirect").selectAll().execute();
  const bad = categories.filter(({ slug }) => !isSlug(slug));
  const owners = new Map(redirects.map(({ slug, category_id }) => [slug, category_id]));
  // A slug that is compared in NFC comes first: it is the one by which the category could be reached.
  const taken = new Set(categories.filter(({ slug }) => isSlug(slug)).map(({ slug }) => slug));
  for (const { id, slug: old } of bad.sort((left, right) => rank(left.slug) - rank(right.slug))) {
    const slug = freeSlug(slugify(old, "category"), (one) => taken.has(one) || (owners.get(one) ?? id) !== id);
    taken.add(slug);
    await db.updateTable("category").set({ slug }).where("id", "=", id).execute();
    await db.deleteFrom("category_redirect").where("slug", "=", slug).execute();
    owners.delete(slug);
    // As addresses are compared: in NFC, without regard to case.
    const address = old.normalize("NFC").trim().toLowerCase();
    if (taken.has(address) || owners.has(address)) continue;
    await db.insertInto("category_redirect").values({ slug: address, category_id: id }).execute();
    owners.set(address, id);
  }
}

const rank = (slug: string) => (slug === slug.normalize("NFC") ? 0 : 1);
