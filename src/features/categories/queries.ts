import type { ExpressionBuilder, Kysely } from "kysely";
import { publicAt, scheduled } from "#db/readable.ts";
import { EVERYTHING, shows, showsInData } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { addressesOf, ownersAt } from "#features/addresses/register.ts";
import type { RecordKind } from "#platform/records/kind.ts";
import type { Seen } from "#platform/records/queries.ts";
import { seesHidden } from "#shared/permissions.ts";
import { nameKey } from "#shared/text.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { Category } from "./endpoints.ts";
import { CATEGORY_FIELDS, type CategoryFields } from "./fields.ts";
import { categorySlug, NO_CATEGORY } from "./rules.ts";
import type { CategoryRow } from "./tables.ts";

type Db = Kysely<Tables>;

/** Categories as records. Every page lists them, so a change affects everything. */
export const CATEGORIES = {
  name: "category",
  table: "category",
  path: "categories",
  fields: CATEGORY_FIELDS,
  none: NO_CATEGORY,
  addresses: addressesOf("category", categorySlug),
  scopeOf: () => EVERYTHING,
  present: presentCategories,
} satisfies RecordKind<CategoryFields>;

/**
 * The category with this slug or name, ignoring case, otherwise the one that had it before it was renamed. A slug takes
 * precedence over a name. Undefined if `viewer` sees none.
 */
export async function resolveCategory(
  db: Db,
  viewer: Viewer,
  now: number,
  slugOrName: string,
): Promise<CategoryRow | undefined> {
  // No scopes: a change of a category affects everything.
  shows();
  const seen = { viewer, now };
  return (await findByNameOrSlug(db, slugOrName, seen)) ?? findRenamed(db, slugOrName, seen);
}

export async function findByNameOrSlug(db: Db, slugOrName: string, seen?: Seen): Promise<CategoryRow | undefined> {
  const key = nameKey(slugOrName);
  const rows = await selectSeen(db, seen)
    .where((eb) => eb.or([eb("slug", "=", key), eb("name_key", "=", key)]))
    .execute();
  return rows.find((row) => row.slug === key) ?? rows[0];
}

/** The category that had a name or slug. */
export async function findRenamed(db: Db, slugOrName: string, seen?: Seen): Promise<CategoryRow | undefined> {
  const { former } = await ownersAt(db, "category", slugOrName);
  return former === undefined ? undefined : selectSeen(db, seen).where("id", "=", former).executeTakeFirst();
}

/** The categories that a viewer sees: for readers those that an editor added, or with a published article. */
const selectSeen = (db: Db, seen?: Seen) =>
  db
    .selectFrom("category")
    .selectAll()
    .$if(seen !== undefined && !seesHidden(seen.viewer), (all) => all.where(isShown(seen?.now ?? 0)));

const publishedIn = (eb: ExpressionBuilder<Tables, "category">, now: number) =>
  eb
    .selectFrom("article")
    .select(["article.id", "article.published_at"])
    .whereRef("article.category_id", "=", "category.id")
    .where(publicAt(now));

const isShown =
  (now: number, exceptId = 0) =>
  (eb: ExpressionBuilder<Tables, "category">) =>
    eb.or([eb("category.shown_empty", "=", 1), eb.exists(publishedIn(eb, now).where("article.id", "!=", exceptId))]);

/** Whether readers see a category at `now` if one of its articles is ignored. */
export async function isShownWithout(db: Db, now: number, categoryId: number, articleId: number): Promise<boolean> {
  const shown = db.selectFrom("category").select("id").where("id", "=", categoryId).where(isShown(now, articleId));
  return (await shown.executeTakeFirst()) !== undefined;
}

export const getCategory = async (db: Db, now: number, id: number): Promise<Category | undefined> =>
  (await presentCategories(db, now, [{ id }]))[0];

/**
 * The categories that `viewer` sees, by id, with the number of published articles. For pages that number is
 * only an estimate until the category's own list is loaded, and may be as old as the page.
 */
export async function listCategories(db: Db, viewer: Viewer, now: number): Promise<Category[]> {
  // No scopes: a change of a category affects everything.
  shows();
  showsInData(EVERYTHING);
  const all = await presentCategories(db, now);
  return seesHidden(viewer) ? all : all.filter((category) => !category.is_hidden);
}

/** The categories with at least so many published articles, future ones included. */
export function categoriesWith(db: Db, least: number) {
  // No scopes: a change of a category affects everything, and a caller shows the articles.
  shows();
  return db
    .selectFrom("category")
    .innerJoin("article_list_span as span", "span.list", "category.id")
    .select(["category.id", "category.name", "category.slug"])
    .groupBy(["category.id", "category.name", "category.slug"])
    .having((eb) => eb(eb.fn.sum("span.size"), ">=", least))
    .orderBy("category.id")
    .execute();
}

/** Categories in the API's form, all by default; `count` includes only articles that readers see at `now`. */
async function presentCategories(db: Db, now: number, some?: readonly { id: number }[]): Promise<Category[]> {
  const rows = await db
    .selectFrom("category")
    .select(["category.id", "category.name", "category.slug", "category.shown_empty"])
    .select(["category.description", "category.editor", "category.image_url", "category.accent"])
    .select((eb) =>
      eb
        .selectFrom("article_list_span")
        .whereRef("article_list_span.list", "=", "category.id")
        .select((span) => span.fn.sum<number | null>("size").as("count"))
        .as("count"),
    )
    .$if(some !== undefined, (all) => all.where("category.id", "in", [0, ...(some ?? []).map(({ id }) => id)]))
    .orderBy("category.id")
    .execute();
  const ahead = await db
    .selectFrom("article")
    .where(scheduled(now))
    .groupBy("category_id")
    .select((eb) => ["category_id", eb.fn.countAll<number>().as("count")])
    .execute();
  const hidden = new Map(ahead.map(({ category_id, count }) => [category_id, Number(count)]));
  return rows.map(({ shown_empty, count: all, id, ...texts }) => {
    const count = Number(all ?? 0) - (hidden.get(id) ?? 0);
    return { id, ...texts, count, ...(shown_empty === 0 && count <= 0 && { is_hidden: true }) };
  });
}

/** The accents of categories, each once. */
export async function readAccents(db: Db): Promise<string[]> {
  // No scopes: a change of a category affects everything.
  shows();
  const rows = await db
    .selectFrom("category")
    .select("accent")
    .distinct()
    .where("accent", "!=", "")
    .orderBy("accent")
    .execute();
  return rows.map(({ accent }) => accent);
}

export async function hasCategories(db: Db): Promise<boolean> {
  return (await db.selectFrom("category").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** The name of the oldest category, for a draft that needs one before an editor has chosen it. */
export async function oldestCategory(db: Db): Promise<string | undefined> {
  return (await db.selectFrom("category").select("name").orderBy("id").limit(1).executeTakeFirst())?.name;
}

export async function namesOfCategories(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("category").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
