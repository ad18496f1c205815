import type { Transaction } from "kysely";
import { lockTable } from "#db/dialect.ts";
import { EVERYTHING } from "#db/scopes.ts";
import { type NAME_PLACES, namedIn } from "#db/stored-names.ts";
import type { Tables } from "#db/tables.ts";
import { claimAddress, formerSlugs, forwardAddresses, freeAddress, type Owner } from "#features/addresses/register.ts";
import { recordEvent } from "#features/events/commands.ts";
import { readAppearance } from "#features/settings/appearance/queries.ts";
import { accentFault, pagesOf } from "#features/settings/appearance/rules.ts";
import type { RecordStore, RecordWrites } from "#platform/records/kind.ts";
import { insertRecord, removeRow } from "#platform/records/store.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError } from "#shared/errors.ts";
import { FIRST_CATEGORIES } from "#shared/first-categories.ts";
import { isSlug } from "#shared/slug.ts";
import { nameKey } from "#shared/text.ts";
import { type CategoryFields, type CategoryUses, categoryInUse, DUPLICATE_NAME } from "./fields.ts";
import { CATEGORIES, findByNameOrSlug, findRenamed } from "./queries.ts";
import { categorySlug } from "./rules.ts";
import type { CategoryRow } from "./tables.ts";

type Trx = Transaction<Tables>;
type Named = Pick<CategoryRow, "id" | "name">;

/** The category with this id in the register of addresses; 0 for a new one. */
const ownerOf = (id = 0): Owner => ({ kind: "category", id });

type CategoryChange = Record<"before" | "after", Named | null>;
declare module "#features/events/types.ts" {
  interface EventFacts {
    "category.create": CategoryChange;
    "category.update": CategoryChange;
    "category.delete": CategoryChange;
  }
}

/** How categories are changed: a former name leads to them like a former address. */
export const categoryWrites = (store: RecordStore): RecordWrites<CategoryFields> => ({
  ...CATEGORIES,
  store,
  stale: "This category has changed since you opened it.",
  columnsOf: ({ name }, before) => ({ name_key: nameKey(name), ...(before ? {} : { shown_empty: 1 }) }),
  scopesOf: () => [EVERYTHING],
  state: recordEvent,
  async check(trx, { name, accent }, before) {
    // A stored accent may have become hard to read with another background; pages adjust it.
    if (accent !== (before?.accent ?? "")) await requireReadableAccent(trx, accent);
    const others = trx.selectFrom("category").select("id").where("name_key", "=", nameKey(name));
    if (await others.where("id", "!=", before?.id ?? 0).executeTakeFirst())
      throw new ConflictError("name_taken", DUPLICATE_NAME, { name: DUPLICATE_NAME });
  },
  async follow(trx, row, { before }) {
    if (!before || before.name === row.name) return;
    const former = nameKey(before.name);
    if (former !== nameKey(row.name) && former !== row.slug) await forwardAddresses(trx, ownerOf(row.id), [former]);
  },
  async requireUnused(trx, row) {
    const uses = await usesOf(trx, row);
    if (uses.articles + uses.templates > 0) throw new ConflictError("category_in_use", categoryInUse(uses));
  },
});

/** Throws InvalidError for an accent in which texts cannot be read on the site's background. */
async function requireReadableAccent(trx: Trx, accent: string): Promise<void> {
  if (accent === "") return;
  const fault = accentFault(accent, pagesOf(await readAppearance(trx)));
  if (fault) throw new InvalidError("invalid_input", fault.message, { accent: fault.message });
}

/**
 * Returns the category of an article: matched by name or slug, also a former one, otherwise created with what is `wanted`, its slug
 * if that is free. A new one is hidden from readers until one of its articles is published.
 */
export async function ensureCategory(
  trx: Trx,
  name: string,
  onAdded: () => void = () => {},
  wanted: Partial<Pick<CategoryRow, "slug" | "description" | "editor" | "image_url" | "accent">> = {},
): Promise<Named> {
  const known = (await findByNameOrSlug(trx, name)) ?? (await findRenamed(trx, name));
  if (known) return known;
  const { slug: own = "", ...texts } = wanted;
  const slug = await freeAddress(trx, ownerOf(), isSlug(own) ? own : categorySlug(name));
  const made = await trx
    .insertInto("category")
    .values({ name: name.trim(), slug, name_key: nameKey(name), shown_empty: 0, ...texts })
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "name"])
    .executeTakeFirst();
  // Created concurrently, or its slug was taken: the next attempt finds it, or uses another slug.
  if (!made) return ensureCategory(trx, name, onAdded, wanted);
  await claimAddress(trx, ownerOf(made.id), slug);
  onAdded();
  return made;
}

/** How many articles and templates have a category, by its present or a former name. */
async function usesOf(trx: Trx, row: Pick<CategoryRow, "id" | "name" | "slug">): Promise<CategoryUses> {
  const keys = new Set([row.slug, nameKey(row.name), ...(await formerSlugs(trx, ownerOf(row.id)))]);
  const named = (place: keyof typeof NAME_PLACES) =>
    namedIn(trx, place, "category", ({ category }) => keys.has(nameKey(category ?? "")));
  const rows = await trx.selectFrom("article").where("category_id", "=", row.id).select("id").execute();
  const articles = new Set([...rows.map(({ id }) => id), ...(await named("copy"))]);
  return { articles: articles.size, templates: (await named("template")).length };
}

/**
 * Deletes the categories of the first start that have no articles, and adds one with the given name if none is left, in
 * the caller's transaction, which reports EVERYTHING as changed.
 */
export async function replaceFirstCategories(trx: Trx, store: RecordStore, by: Actor, name: string): Promise<void> {
  await lockTable(trx, "category");
  const kind = categoryWrites(store);
  const slugs = FIRST_CATEGORIES.map(({ slug }) => slug);
  const firsts = await trx.selectFrom("category").selectAll().where("slug", "in", slugs).orderBy("id").execute();
  for (const row of firsts) {
    const { articles, templates } = await usesOf(trx, row);
    if (articles + templates === 0) await removeRow(trx, kind, by, row);
  }
  if (await trx.selectFrom("category").select("id").executeTakeFirst()) return;
  await insertRecord(trx, kind, { by, body: { name } });
}

/** Deletes those of some categories that nothing uses, in the caller's transaction, which reports EVERYTHING as changed. */
export async function removeUnusedCategories(
  trx: Trx,
  store: RecordStore,
  by: Actor,
  ids: readonly number[],
): Promise<void> {
  const kind = categoryWrites(store);
  const rows = await trx
    .selectFrom("category")
    .selectAll()
    .where("id", "in", [0, ...ids])
    .orderBy("id")
    .execute();
  for (const row of rows) {
    const { articles, templates } = await usesOf(trx, row);
    if (articles + templates === 0) await removeRow(trx, kind, by, row);
  }
}

export async function seedCategories(trx: Trx): Promise<void> {
  const made = await trx
    .insertInto("category")
    .values(FIRST_CATEGORIES.map(({ name, slug }) => ({ name, slug, name_key: nameKey(name) })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "slug"])
    .execute();
  for (const { id, slug } of made) await claimAddress(trx, ownerOf(id), slug);
}
