import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";

/** The accounts that an article belongs to, in the trash as well. */
export async function findOwners(db: Kysely<Tables>, id: number): Promise<number[]> {
  const rows = await db.selectFrom("article_owner").select("account_id").where("article_id", "=", id).execute();
  return rows.map(({ account_id }) => account_id);
}

/** The ids of the articles that belong to an account, those in the trash among them. */
export const ownedBy = (db: Kysely<Tables>, accountId: number) =>
  db.selectFrom("article_owner").select("article_id").where("account_id", "=", accountId);

/** The articles after an id that belong to an account, in their order; at most `limit`. */
export const articlesOfAccount = (db: Kysely<Tables>, accountId: number, after: number, limit: number) =>
  db
    .selectFrom("article")
    .select(["id", "title", "status", "published_at", "created_at"])
    .where("id", "in", ownedBy(db, accountId))
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

/** Which of these articles belong to an account. */
export async function ownedAmong(
  db: Kysely<Tables>,
  accountId: number | null,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (accountId === null || ids.length === 0) return new Set();
  const rows = await ownedBy(db, accountId).where("article_id", "in", ids).execute();
  return new Set(rows.map(({ article_id }) => article_id));
}
