import type { Kysely } from "kysely";
import type { CategoryRow, Tables } from "#db/tables.ts";
import { nameKey } from "./rules.ts";
import type { Category } from "./schema.ts";

/** All categories by id, with the number of articles that are published at `now` (epoch milliseconds). */
export async function listCategories(db: Kysely<Tables>, now: number): Promise<Category[]> {
  return db
    .selectFrom("category")
    .select((eb) => [
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
    ])
    .orderBy("category.id")
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, count: Number(row.count ?? 0) })));
}

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
