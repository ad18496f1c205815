import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { ArticleState } from "#features/articles/changes.ts";
import { NEW_FIELDS, toColumns } from "#features/articles/fields.ts";
import { ownedBy } from "#features/articles/policy.ts";
import { asEdited } from "#features/articles/queries.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import { workingCopyChanges } from "#features/revisions/queries.ts";
import type { Page } from "#shared/schema.ts";

/** What the trash keeps of an article beside its content: its row, and names that outlive what they name. */
export type Kept = Omit<ArticleState, "content"> & { category_slug: string; author_name: string | null };

/** Columns that an article may not have had yet when it was put into the trash. */
const NEW_COLUMNS = { ...toColumns(NEW_FIELDS), sources: "[]" };

export const toKept = (article: string): Kept => ({ ...NEW_COLUMNS, ...(JSON.parse(article) as Kept) });

/**
 * One page of the trash, the latest first, drafts as they were typed last, and the total: of all, or of what belongs to
 * an account.
 */
export async function pageTrash(db: Kysely<Tables>, { limit, offset }: Page, owner?: number | null) {
  const trash = db
    .selectFrom("trashed_article")
    .$if(owner !== undefined, (query) => query.where("article_id", "in", ownedBy(db, owner ?? 0)));
  const rows = await trash
    .select(["article", "trashed_at", "trashed_by"])
    .orderBy("trashed_at", "desc")
    .orderBy("article_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await trash.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const names = await accountNames(
    db,
    rows.map(({ trashed_by }) => trashed_by),
  );
  const kept = rows.map(({ article }) => toKept(article));
  const copies = await workingCopyChanges(
    db,
    "article",
    kept.map(({ id }) => id),
  );
  const edited = await asEdited(
    db,
    kept.map((article) => ({ ...article, changes: copies.get(article.id) ?? null })),
  );
  return {
    rows: rows.flatMap(({ trashed_at, trashed_by }, at) => {
      const article = edited[at];
      return article ? [{ kept: article, trashed_at, trashed_by: names.get(trashed_by ?? 0) ?? null }] : [];
    }),
    total: Number(total),
  };
}
export type TrashRow = Awaited<ReturnType<typeof pageTrash>>["rows"][number];

/** The articles in the trash after an id that belong to an account, in their order; at most `limit`. */
export const trashedOfAccount = (db: Kysely<Tables>, accountId: number, after: number, limit: number) =>
  db
    .selectFrom("trashed_article")
    .select(["article_id", "article", "trashed_at"])
    .where("article_id", "in", ownedBy(db, accountId))
    .where("article_id", ">", after)
    .orderBy("article_id")
    .limit(limit)
    .execute();

/** Whether readers have seen an article that is in the trash now, or was deleted for good. */
export async function isRemoved(db: Kysely<Tables>, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("trashed_article")
    .select("article_id")
    .where("article_id", "=", id)
    .where("was_public", "=", 1)
    .union(db.selectFrom("removed_article").select("article_id").where("article_id", "=", id))
    .executeTakeFirst();
  return row !== undefined;
}

/** The titles of those articles that are in the trash, by id. */
export async function trashedTitles(db: Kysely<Tables>, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("trashed_article")
    .select(["article_id", "article"])
    .where("article_id", "in", ids)
    .execute();
  return new Map(rows.map(({ article_id, article }) => [article_id, toKept(article).title]));
}

/** The ids of articles in the trash with one of the given titles. */
export async function idsInTrash(db: Kysely<Tables>, titles: ReadonlySet<string>): Promise<number[]> {
  const rows = await db.selectFrom("trashed_article").select(["article_id", "article"]).execute();
  return rows.filter(({ article }) => titles.has(toKept(article).title)).map(({ article_id }) => article_id);
}
