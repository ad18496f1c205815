import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import { justWritten } from "#db/rows.ts";
import { EVERYTHING } from "#db/scopes.ts";
import { type NAME_PLACES, namedIn } from "#db/stored-names.ts";
import type { Tables } from "#db/tables.ts";
import {
  claimAddress,
  formerSlugs,
  forwardAddresses,
  freeAddress,
  type Owner,
  releaseAddresses,
  requireFreeAddress,
} from "#features/addresses/register.ts";
import { changedFields } from "#features/audit/rules.ts";
import { newWords, recordEvent } from "#features/events/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import { FIRST_CATEGORIES } from "#shared/first-categories.ts";
import { nameKey } from "#shared/text.ts";
import type { Category, CategoryBody } from "./endpoints.ts";
import { findByNameOrSlug, findRenamed, getCategory } from "./queries.ts";
import {
  type CategoryUses,
  categoryInUse,
  categorySlug,
  categoryVersion,
  DUPLICATE_NAME,
  NO_CATEGORY,
} from "./rules.ts";
import type { CategoryRow } from "./tables.ts";

const STALE = "This category has changed since you opened it.";

/** The category with this id in the register of addresses; 0 for a new one. */
const ownerOf = (id = 0): Owner => ({ kind: "category", id });

type CategoryChange = { before: CategoryRow | null; after: CategoryRow | null };
declare module "#features/events/types.ts" {
  interface EventFacts {
    "category.create": CategoryChange;
    "category.update": CategoryChange;
    "category.delete": CategoryChange;
  }
}

/** Dependencies of the commands. Every page lists the categories, so a change affects everything. */
export type CategoryStore = { database: Database; clock: Clock };

/** States a change. Every page shows a category's name and address in the menu. */
async function categoryChanged(
  trx: Transaction<Tables>,
  { clock }: Pick<CategoryStore, "clock">,
  facts: CategoryChange,
  by: Actor,
): Promise<void> {
  const { before, after } = facts;
  const row = after ?? before;
  const changes = changedFields<Partial<CategoryRow>>(before ?? {}, after ?? {}, ["name", "slug"]);
  if (!row || Object.keys(changes).length === 0) return;
  const action = !before ? "category.create" : after ? "category.update" : "category.delete";
  const shown = after ? newWords(changes, ["name", "slug"]) : {};
  const subject = { kind: "category", id: row.id, title: row.name };
  await recordEvent(trx, clock, { by, action, subject, changes, facts, shown });
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
  const slug = await freeAddress(trx, ownerOf(), categorySlug(name));
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
    // Of two concurrent requests for the same slug, the second must see the first one's.
    await lockTable(trx, "category");
    await requireFree(trx, ownerOf(), { name: body.name, slug });
    const made = justWritten(await insertCategory(trx, { name: body.name, slug, shown_empty: 1 }));
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
    await requireFree(trx, ownerOf(id), { name, slug });
    const written = { name, slug, name_key: nameKey(name) };
    await trx.updateTable("category").set(written).where("id", "=", id).execute();
    await claimAddress(trx, ownerOf(id), slug);
    const { name_key: former } = before;
    if (former !== slug && former !== written.name_key) await forwardAddresses(trx, ownerOf(id), [former]);
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
  await releaseAddresses(trx, "category", [id]);
  await categoryChanged(trx, store, { before, after: null }, actor);
  return undefined;
}

async function usesOf(trx: Transaction<Tables>, { id, slug, name_key }: CategoryRow): Promise<CategoryUses> {
  const keys = new Set([slug, name_key, ...(await formerSlugs(trx, ownerOf(id)))]);
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
  const made = await trx
    .insertInto("category")
    .values(FIRST_CATEGORIES.map(({ name, slug }) => ({ name, slug, name_key: nameKey(name) })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "slug"])
    .execute();
  for (const { id, slug } of made) await claimAddress(trx, ownerOf(id), slug);
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
  if (made) await claimAddress(trx, ownerOf(made.id), made.slug);
  return made;
}

/** Locks the row until the commit, so that no article is added to the category concurrently. */
async function lockCategory(trx: Transaction<Tables>, id: number): Promise<CategoryRow> {
  const row = await trx.selectFrom("category").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw new NotFoundError("category_not_found", NO_CATEGORY);
  return row;
}

/** Throws ConflictError if another category has the slug or the name. */
async function requireFree(trx: Transaction<Tables>, owner: Owner, { name, slug }: { name: string; slug: string }) {
  await requireFreeAddress(trx, owner, slug);
  const others = trx.selectFrom("category").select("id").where("id", "!=", owner.id);
  if (await others.where("name_key", "=", nameKey(name)).executeTakeFirst())
    throw new ConflictError("name_taken", DUPLICATE_NAME, { name: DUPLICATE_NAME });
}
