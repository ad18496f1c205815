import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { listCategories } from "#features/categories/queries.ts";
import { menuPages, missingFirstPages } from "#features/pages/queries.ts";
import type { Menus } from "#features/settings/menus/schema.ts";
import { footerCategories } from "#shared/first-categories.ts";
import { QUICK_LINKS } from "#shared/menus.ts";
import { pageUrl } from "#shared/urls.ts";
import { ANYBODY } from "#shared/viewer.ts";

/** The menus that apply until the newsroom changes them: all categories, and the footer with the menu's pages and six categories. */
export async function defaultMenus(db: Kysely<Tables>, now: number): Promise<Menus> {
  const categories = await listCategories(db, ANYBODY, now);
  const linkOf = ({ name, slug }: { name: string; slug: string }) => ({ label: name, url: pageUrl.category(slug) });
  const pages = await menuPages(db, now);
  const missing = await missingFirstPages(db, now);
  const isThere = ({ url }: { url: string }) => !missing.includes(url.slice(1));
  const quick = [...QUICK_LINKS, ...pages.map(({ label, path }) => ({ label, url: path }))];
  return {
    header: categories.map((category) => ({ ...linkOf(category), items: [] })),
    footer: [
      { label: "Quick Links", url: "", items: quick.filter(isThere).map(({ label, url }) => ({ label, url })) },
      { label: "Categories", url: "", items: footerCategories(categories).map(linkOf) },
    ],
  };
}
