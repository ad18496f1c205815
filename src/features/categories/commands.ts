import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import { justWritten } from "#db/rows.ts";
import { EVERYTHING } from "#db/scopes.ts";
import { type NAME_PLACES, namedIn } from "#db/stored-names.ts";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import { FIRST_CATEGORIES } from "#shared/first-categories.ts";
import { freeSlug } from "#shared/slug.ts";
import { nameKey } from "#shared/text.ts";
import type { Category, CategoryBody } from "./endpoints.ts";
import { findByNameOrSlug, findRenamed, getCategory } from "./queries.ts";
import {
  type CategoryUses,
  categoryInUse,
  categorySlug,
  categoryVersion,
  DUPLICATE_NAME,
  DUPLICATE_SLUG,
  NO_CATEGORY,
} from "./rules.ts";
import type { CategoryRow } from "./tables.ts";

const STALE = "This category has changed since you opened it.";

export type CategoryChange = { before: CategoryRow | null; after: CategoryRow | null };
/** A reaction in the same transaction: an error rolls the change back. */
export type CategoryListener = (trx: Transaction<Tables>, change: CategoryChange, actor: Actor) => Promise<void>;

/** Dependencies of the commands. Every page lists the categories, so a change affects everything. */
export type CategoryStore = { database: Database; clock: Clock; categoryListeners: readonly CategoryListener[] };

async function categoryChanged(
  trx: Transaction<Tables>,
  { categoryListeners }: CategoryStore,
  change: CategoryChange,
  actor: Actor,
): Promise<void> {
  for (const listener of categoryListeners) await listener(trx, change, actor);
}

/**
 * Returns the category of an article: matched by name or slug, also a former one, otherwise created. A new one is hidden from readers
 * until one of its articles is published.
 */
export async function ensureCategory(
  trx: Transaction<Tables>,
  name: string,
  onAdded: () => void = () => {},
): Promise<Pick<CategoryRow, "id" | "name">> {
  const known = (await findByNameOrSlug(trx, name)) ?? (await findRenamed(trx, name));
  if (known) return known;
  // Not a redirecting slug either: it would lead readers to a hidden category.
  const slugs = await trx
    .selectFrom("category")
    .select("slug")
    .union(trx.selectFrom("category_redirect").select("slug"))
    .execute();
  const taken = new Set(slugs.map((row) => row.slug));
  const slug = freeSlug(categorySlug(name), taken);
  const made = await insertCategory(trx, { name: name.trim(), slug, shown_empty: 0 });
  // Created concurrently, or its slug was taken: the next attempt finds it, or uses another slug.
  if (made) onAdded();
  return made ?? ensureCategory(trx, name, onAdded);
}

/** Adds a category and returns it as stored. Throws ConflictError if its slug or name is taken. */
export async function createCategory(
  store: CategoryStore,
  actor: Actor,
  body: CategoryBody,
  note?: NoteCreated,
): Promise<Category> {
  return changeContent(store.database, async (trx) => {
    const slug = body.slug || categorySlug(body.name);
    await refuseTaken(trx, { name: body.name, slug });
    const made = await insertCategory(trx, { name: body.name, slug, shown_empty: 1 });
    if (!made) throw new ConflictError("slug_taken", DUPLICATE_SLUG, { slug: DUPLICATE_SLUG });
    await note?.(trx, made.id);
    await categoryChanged(trx, store, { before: null, after: made }, actor);
    return { result: await findWritten(trx, store.clock, made.id), changed: [EVERYTHING] };
  });
}

/**
 * Renames a category; its articles follow, and its former name and slug lead to it. An omitted slug stays, an empty one
 * is derived from the name. Returns the updated category. Throws NotFoundError, and ConflictError if the slug or name
 * is taken, or the stored version is not `isCurrent`.
 */
export async function updateCategory(
  store: CategoryStore,
  actor: Actor,
  id: number,
  { name, slug: given }: CategoryBody,
  isCurrent: (version: string) => boolean = () => true,
): Promise<Category> {
  const { database, clock } = store;
  return changeContent(database, async (trx) => {
    // Of two concurrent requests for the same slug, the second must see the first one's.
    await lockTable(trx, "category");
    const before = await lockCategory(trx, id);
    if (!isCurrent(categoryVersion(before))) throw new ConflictError("stale_version", STALE);
    const slug = given === undefined ? before.slug : given || categorySlug(name);
    await refuseTaken(trx, { name, slug }, id);
    const written = { name, slug, name_key: nameKey(name) };
    await trx.updateTable("category").set(written).where("id", "=", id).execute();
    await forgetRedirects(trx, written);
    const former = new Set([before.slug, before.name_key].filter((key) => key !== slug && key !== written.name_key));
    for (const key of former)
      await trx
        .insertInto("category_redirect")
        .values({ slug: key, category_id: id })
        .onConflict((conflict) => conflict.column("slug").doUpdateSet({ category_id: id }))
        .execute();
    await categoryChanged(trx, store, { before, after: { ...before, ...written } }, actor);
    return { result: await findWritten(trx, clock, id), changed: [EVERYTHING] };
  });
}

async function findWritten(trx: Transaction<Tables>, clock: Clock, id: number): Promise<Category> {
  return justWritten(await getCategory(trx, clock.now(), id));
}

/** Deletes a category that no article or template names. Throws NotFoundError, and ConflictError with the count. */
export async function deleteCategory(store: CategoryStore, actor: Actor, id: number): Promise<void> {
  await changeContent(store.database, async (trx) => {
    const uses = await removeUnused(trx, store, actor, id);
    if (uses) throw new ConflictError("category_in_use", categoryInUse(uses));
    return { result: undefined, changed: [EVERYTHING] };
  });
}

/** Deletes a category unless it is in use; returns by what. Throws NotFoundError. */
async function removeUnused(
  trx: Transaction<Tables>,
  store: CategoryStore,
  actor: Actor,
  id: number,
): Promise<CategoryUses | undefined> {
  const before = await lockCategory(trx, id);
  const uses = await usesOf(trx, before);
  if (uses.articles + uses.templates > 0) return uses;
  await trx.deleteFrom("category").where("id", "=", id).execute();
  await categoryChanged(trx, store, { before, after: null }, actor);
  return undefined;
}

async function usesOf(trx: Transaction<Tables>, { id, slug, name_key }: CategoryRow): Promise<CategoryUses> {
  const former = await trx.selectFrom("category_redirect").select("slug").where("category_id", "=", id).execute();
  const keys = new Set([slug, name_key, ...former.map((redirect) => redirect.slug)]);
  const named = (place: keyof typeof NAME_PLACES) =>
    namedIn(trx, place, "category", ({ category }) => keys.has(nameKey(category ?? "")));
  const rows = await trx.selectFrom("article").where("category_id", "=", id).select("id").execute();
  const articles = new Set([...rows.map((row) => row.id), ...(await named("copy"))]);
  return { articles: articles.size, templates: (await named("template")).length };
}

/**
 * Deletes the categories of the first start that have no articles, and adds one with the given name if none is left, in
 * the caller's transaction, which reports EVERYTHING as changed.
 */
export async function replaceFirstCategories(
  trx: Transaction<Tables>,
  store: CategoryStore,
  actor: Actor,
  name: string,
): Promise<void> {
  await lockTable(trx, "category");
  const slugs = FIRST_CATEGORIES.map(({ slug }) => slug);
  const firsts = await trx.selectFrom("category").select("id").where("slug", "in", slugs).orderBy("id").execute();
  for (const { id } of firsts) await removeUnused(trx, store, actor, id);
  if (await trx.selectFrom("category").select("id").executeTakeFirst()) return;
  const made = await insertCategory(trx, { name, slug: categorySlug(name), shown_empty: 1 });
  if (made) await categoryChanged(trx, store, { before: null, after: made }, actor);
}

export async function seedCategories(trx: Transaction<Tables>): Promise<void> {
  await trx
    .insertInto("category")
    .values(FIRST_CATEGORIES.map(({ name, slug }) => ({ name, slug, name_key: nameKey(name) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function insertCategory(
  trx: Transaction<Tables>,
  category: Pick<CategoryRow, "name" | "slug" | "shown_empty">,
): Promise<CategoryRow | undefined> {
  const made = await trx
    .insertInto("category")
    .values({ ...category, name_key: nameKey(category.name) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made) await forgetRedirects(trx, made);
  return made;
}

async function forgetRedirects(trx: Transaction<Tables>, { slug, name_key }: Pick<CategoryRow, "slug" | "name_key">) {
  await trx.deleteFrom("category_redirect").where("slug", "in", [slug, name_key]).execute();
}

/** Locks the row until the commit, so that no article is added to the category concurrently. */
async function lockCategory(trx: Transaction<Tables>, id: number): Promise<CategoryRow> {
  const row = await trx.selectFrom("category").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw new NotFoundError("category_not_found", NO_CATEGORY);
  return row;
}

async function refuseTaken(
  trx: Transaction<Tables>,
  { name, slug }: { name: string; slug: string },
  exceptId = 0,
): Promise<void> {
  const others = await trx
    .selectFrom("category")
    .selectAll()
    .where("id", "!=", exceptId)
    .where((eb) => eb.or([eb("slug", "=", slug), eb("name_key", "=", nameKey(name))]))
    .execute();
  if (others.some((other) => other.slug === slug))
    throw new ConflictError("slug_taken", DUPLICATE_SLUG, { slug: DUPLICATE_SLUG });
  if (others.length > 0) throw new ConflictError("name_taken", DUPLICATE_NAME, { name: DUPLICATE_NAME });
}
