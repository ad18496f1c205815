import type { Kysely } from "kysely";
import type { CategoryRow, Tables } from "#db/tables.ts";
import { nameKey } from "./rules.ts";
import type { Category } from "./schema.ts";

/** The category that had this slug, or its lower-cased form, before it was renamed. */
export function findRenamedCategory(db: Kysely<Tables>, slug: string): Promise<CategoryRow | undefined> {
  return db
    .selectFrom("category_redirect")
    .innerJoin("category", "category.id", "category_redirect.category_id")
    .selectAll("category")
    .where("category_redirect.slug", "=", nameKey(slug))
    .executeTakeFirst();
}

/** One category as the list has it. Undefined where there is none. */
export async function getCategory(db: Kysely<Tables>, now: number, id: number): Promise<Category | undefined> {
  return (await selectCategories(db, now).where("category.id", "=", id).execute()).map(withNumber)[0];
}

/** All categories by id, with the number of articles that are published at `now` (epoch milliseconds). */
export async function listCategories(db: Kysely<Tables>, now: number): Promise<Category[]> {
  return (await selectCategories(db, now).orderBy("category.id").execute()).map(withNumber);
}

function selectCategories(db: Kysely<Tables>, now: number) {
  return db.selectFrom("category").select((eb) => [
    "category.id",
    "category.name",
    "category.slug",
    eb
      .selectFrom("article")
      .whereRef("article.category_id", "=", "category.id")
      .where("article.status", "=", "published")
      .where("article.published_at", "<=", now)
      .select((count) => count.fn.countAll<number>().as("count"))
      .as("count"),
  ]);
}

const withNumber = <Row extends { count: number | null }>(row: Row) => ({ ...row, count: Number(row.count ?? 0) });

/** The category with this slug or name, in any case; a slug goes before a name. */
export async function findCategory(db: Kysely<Tables>, slugOrName: string): Promise<CategoryRow | undefined> {
  const key = nameKey(slugOrName);
  const rows = await db
    .selectFrom("category")
    .selectAll()
    .where((eb) => eb.or([eb("slug", "=", key), eb("name_key", "=", key)]))
    .execute();
  return rows.find((row) => row.slug === key) ?? rows[0];
}
