import type { ExpressionBuilder, Kysely } from "kysely";
import { publicAt, scheduled } from "#db/readable.ts";
import { EVERYTHING, shows, showsInData } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { ownersAt } from "#features/addresses/register.ts";
import { seesHidden } from "#shared/permissions.ts";
import { nameKey } from "#shared/text.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { Category } from "./endpoints.ts";
import type { CategoryRow } from "./tables.ts";

type Seen = { viewer: Viewer; now: number };

/**
 * The category with this slug or name, ignoring case, otherwise the one that had this slug before it was renamed. A
 * slug takes precedence over a name. Undefined if `viewer` sees none.
 */
export async function resolveCategory(
  db: Kysely<Tables>,
  viewer: Viewer,
  now: number,
  slugOrName: string,
): Promise<CategoryRow | undefined> {
  // No scopes: a change of a category affects everything.
  shows();
  const seen = { viewer, now };
  return (await findByNameOrSlug(db, slugOrName, seen)) ?? findRenamed(db, slugOrName, seen);
}

export async function findByNameOrSlug(
  db: Kysely<Tables>,
  slugOrName: string,
  seen?: Seen,
): Promise<CategoryRow | undefined> {
  const key = nameKey(slugOrName);
  const rows = await db
    .selectFrom("category")
    .selectAll()
    .where((eb) => eb.or([eb("slug", "=", key), eb("name_key", "=", key)]))
    .$if(seen !== undefined && !seesHidden(seen.viewer), (query) => query.where(isShown(seen?.now ?? 0)))
    .execute();
  return rows.find((row) => row.slug === key) ?? rows[0];
}

/** The category that had a name or slug. */
export async function findRenamed(
  db: Kysely<Tables>,
  slugOrName: string,
  seen?: Seen,
): Promise<CategoryRow | undefined> {
  const { former } = await ownersAt(db, "category", slugOrName);
  if (former === undefined) return undefined;
  return db
    .selectFrom("category")
    .selectAll()
    .where("id", "=", former)
    .$if(seen !== undefined && !seesHidden(seen.viewer), (query) => query.where(isShown(seen?.now ?? 0)))
    .executeTakeFirst();
}

/** Whether readers see a category: an editor created it, or one of its articles is published. */
function isShown(now: number) {
  return (eb: ExpressionBuilder<Tables, "category">) =>
    eb.or([eb("category.shown_empty", "=", 1), eb.exists(published(eb, now).select("article.id"))]);
}

/** Whether readers see a category at `now` if one of its articles is ignored. */
export async function isShownWithout(
  db: Kysely<Tables>,
  now: number,
  categoryId: number,
  articleId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom("category")
    .select("id")
    .where("id", "=", categoryId)
    .where((eb) => {
      const others = published(eb, now).where("article.id", "!=", articleId);
      return eb.or([eb("shown_empty", "=", 1), eb.exists(others.select("article.id"))]);
    })
    .executeTakeFirst();
  return row !== undefined;
}

function published(eb: ExpressionBuilder<Tables, "category">, now: number) {
  return eb.selectFrom("article").whereRef("article.category_id", "=", "category.id").where(publicAt(now));
}

export async function getCategory(db: Kysely<Tables>, now: number, id: number): Promise<Category | undefined> {
  return (await presentAll(db, now, await selectCategories(db).where("category.id", "=", id).execute()))[0];
}

/**
 * The categories that `viewer` sees, by id, with the number of published articles. For pages that number is
 * only an estimate until the category's own list is loaded, and may be as old as the page.
 */
export async function listCategories(db: Kysely<Tables>, viewer: Viewer, now: number): Promise<Category[]> {
  // No scopes: a change of a category affects everything.
  shows();
  showsInData(EVERYTHING);
  const all = await presentAll(db, now, await selectCategories(db).orderBy("category.id").execute());
  return seesHidden(viewer) ? all : all.filter((category) => !category.is_hidden);
}

/** The categories with at least so many published articles, future ones included. */
export function categoriesWith(db: Kysely<Tables>, least: number) {
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

function selectCategories(db: Kysely<Tables>) {
  return db
    .selectFrom("category")
    .select(["category.id", "category.name", "category.slug", "category.shown_empty"])
    .select((eb) =>
      eb
        .selectFrom("article_list_span")
        .whereRef("article_list_span.list", "=", "category.id")
        .select((span) => span.fn.sum<number | null>("size").as("count"))
        .as("count"),
    );
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectCategories>["execute"]>>[number];

/** The public shape; `count` includes only articles that readers see at `now`. */
async function presentAll(db: Kysely<Tables>, now: number, rows: ListedRow[]): Promise<Category[]> {
  const ahead = await db
    .selectFrom("article")
    .where(scheduled(now))
    .groupBy("category_id")
    .select((eb) => ["category_id", eb.fn.countAll<number>().as("count")])
    .execute();
  const hidden = new Map(ahead.map(({ category_id, count }) => [category_id, Number(count)]));
  return rows.map(({ id, name, slug, shown_empty, count: all }) => {
    const count = Number(all ?? 0) - (hidden.get(id) ?? 0);
    return { id, name, slug, count, ...(shown_empty === 0 && count <= 0 && { is_hidden: true }) };
  });
}

export async function hasCategories(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom("category").select("id").limit(1).executeTakeFirst()) !== undefined;
}

export async function namesOfCategories(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("category").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
