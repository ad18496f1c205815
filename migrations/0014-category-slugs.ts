import type { Kysely } from "kysely";
import { freeSlug, isSlug, slugify } from "./frozen/slug.ts";

type Shape = {
  category: { id: number; slug: string };
  category_redirect: { slug: string; category_id: number };
};

/**
 * Slugs that today's rule rejects, with double hyphens or not in NFC, are replaced by valid ones; the old one still
 * leads to the category. Categories created by articles are distinguished from those that editors created: existing
 * ones stay as readers see them.
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
  // Slugs in NFC come first: requests were compared in NFC, so those were the reachable ones.
  const taken = new Set(categories.filter(({ slug }) => isSlug(slug)).map(({ slug }) => slug));
  for (const { id, slug: old } of bad.sort((left, right) => rank(left.slug) - rank(right.slug))) {
    const slug = freeSlug(slugify(old, "category"), (one) => taken.has(one) || (owners.get(one) ?? id) !== id);
    taken.add(slug);
    await db.updateTable("category").set({ slug }).where("id", "=", id).execute();
    await db.deleteFrom("category_redirect").where("slug", "=", slug).execute();
    owners.delete(slug);
    // As addresses are compared: in NFC, ignoring case.
    const address = old.normalize("NFC").trim().toLowerCase();
    if (taken.has(address) || owners.has(address)) continue;
    await db.insertInto("category_redirect").values({ slug: address, category_id: id }).execute();
    owners.set(address, id);
  }
}

const rank = (slug: string) => (slug === slug.normalize("NFC") ? 0 : 1);
