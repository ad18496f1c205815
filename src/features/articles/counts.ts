import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";

export async function countInCategory(db: Kysely<Tables>, categoryId: number): Promise<number> {
  const { count } = await db
    .selectFrom("article")
    .where("category_id", "=", categoryId)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function countArticles(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom("article")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function lastArticleId(db: Kysely<Tables>): Promise<number> {
  const { last } = await db
    .selectFrom("article")
    .select((eb) => eb.fn.max("id").as("last"))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** Articles outside the trash with one of the given titles: titles by id. */
export async function articlesTitled(db: Kysely<Tables>, titles: string[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom("article").select(["id", "title"]).where("title", "in", titles).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}
