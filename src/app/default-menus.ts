import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { listCategories } from "#features/categories/queries.ts";
import { menuPages } from "#features/pages/queries.ts";
import type { Menus } from "#features/settings/menus/schema.ts";
import { FIRST_CATEGORIES } from "#shared/first-categories.ts";
import { QUICK_LINKS } from "#shared/menus.ts";
import { pageUrl } from "#shared/urls.ts";
import { ANYBODY } from "#shared/viewer.ts";

/** The menus that apply until the newsroom changes them: all categories, and the fixed footer with the menu's pages. */
export async function defaultMenus(db: Kysely<Tables>, now: number): Promise<Menus> {
  const categories = await listCategories(db, ANYBODY, now);
  const known = new Set(categories.map(({ slug }) => slug));
  const linkOf = ({ name, slug }: { name: string; slug: string }) => ({ label: name, url: pageUrl.category(slug) });
  const pages = await menuPages(db, now);
  const quick = [...QUICK_LINKS, ...pages.map(({ label, path }) => ({ label, url: path }))];
  return {
    header: categories.map((category) => ({ ...linkOf(category), items: [] })),
    footer: [
      { label: "Quick Links", url: "", items: quick.map(({ label, url }) => ({ label, url })) },
      { label: "Categories", url: "", items: FIRST_CATEGORIES.filter(({ slug }) => known.has(slug)).map(linkOf) },
    ],
  };
}
