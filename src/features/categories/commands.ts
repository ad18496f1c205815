import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import { justWritten } from "#db/rows.ts";
import { EVERYTHING } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import { FIRST_CATEGORIES } from "#shared/first-categories.ts";
import { freeSlug } from "#shared/slug.ts";
import { nameKey } from "#shared/text.ts";
import type { Category, CategoryBody } from "./endpoints.ts";
import { findByNameOrSlug, getCategory } from "./queries.ts";
import { categorySlug, categoryVersion, DUPLICATE_NAME, DUPLICATE_SLUG, NO_CATEGORY } from "./rules.ts";
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
 * Returns the category of an article: matched by name or slug, otherwise created. A new one is hidden from readers
 * until one of its articles is published.
 */
export async function ensureCategory(
  trx: Transaction<Tables>,
  name: string,
): Promise<Pick<CategoryRow, "id" | "name">> {
  const known = await findByNameOrSlug(trx, name);
  if (known) return known;
  // Not a redirecting slug either: it would lead readers to a hidden category.
  const slugs = await trx
    .selectFrom("category")
    .select("slug")
    .union(trx.selectFrom("category_redirect").select("slug"))
    .execute();
  const taken = new Set(slugs.map((row) => row.slug));
  const slug = freeSlug(categorySlug(name), (one) => taken.has(one));
  const made = await insertCategory(trx, { name: name.trim(), slug, shown_empty: 0 });
  // Created concurrently, or its slug was taken: the next attempt finds it, or uses another slug.
  return made ?? ensureCategory(trx, name);
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
 * Renames a category; its articles follow, and its former slug redirects. An omitted slug stays, an empty one
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
    await forgetRedirect(trx, slug);
    if (slug !== before.slug)
      await trx.insertInto("category_redirect").values({ slug: before.slug, category_id: id }).execute();
    await categoryChanged(trx, store, { before, after: { ...before, ...written } }, actor);
    return { result: await findWritten(trx, clock, id), changed: [EVERYTHING] };
  });
}

async function findWritten(trx: Transaction<Tables>, clock: Clock, id: number): Promise<Category> {
  return justWritten(await getCategory(trx, clock.now(), id));
}

/** Deletes an empty category. Throws NotFoundError, and ConflictError with the count if it has articles. */
export async function deleteCategory(store: CategoryStore, actor: Actor, id: number): Promise<void> {
  await changeContent(store.database, async (trx) => {
    const count = await removeEmpty(trx, store, actor, id);
    if (count > 0)
      throw new ConflictError(
        "category_in_use",
        `This category has ${count} ${count === 1 ? "article" : "articles"}, including drafts, and cannot be deleted.`,
      );
    return { result: undefined, changed: [EVERYTHING] };
  });
}

/** Deletes a category unless it has articles; returns how many it has. Throws NotFoundError. */
async function removeEmpty(trx: Transaction<Tables>, store: CategoryStore, actor: Actor, id: number): Promise<number> {
  const before = await lockCategory(trx, id);
  const row = await trx
    .selectFrom("article")
    .where("category_id", "=", id)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const count = Number(row.count);
  if (count > 0) return count;
  await trx.deleteFrom("category").where("id", "=", id).execute();
  await categoryChanged(trx, store, { before, after: null }, actor);
  return 0;
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
  for (const { id } of firsts) await removeEmpty(trx, store, actor, id);
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
  if (made) await forgetRedirect(trx, category.slug);
  return made;
}

async function forgetRedirect(trx: Transaction<Tables>, slug: string): Promise<void> {
  await trx.deleteFrom("category_redirect").where("slug", "=", slug).execute();
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
