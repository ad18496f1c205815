import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { chunksOf } from "#shared/chunks.ts";
import type { ArticleState } from "../changes.ts";
import { authorIdsOf } from "../drafts.ts";

type Credited = Pick<ArticleState, "id" | "author_id" | "co_authors">;

/** Records to whom new articles belong: their authors, and who created them. */
export async function addOwners(
  trx: Transaction<Tables>,
  articles: readonly Credited[],
  creator: number | null,
): Promise<void> {
  const rows = articles.flatMap((article) => {
    const created = creator === null ? [] : [{ article_id: article.id, account_id: creator, is_creator: 1 as const }];
    const others = authorIdsOf(article).filter((id) => id !== creator);
    return [...created, ...others.map((id) => ({ article_id: article.id, account_id: id }))];
  });
  for (const some of chunksOf(rows))
    await trx
      .insertInto("article_owner")
      .values(some.map((row) => ({ is_creator: 0 as const, ...row })))
      .execute();
}

/** Records other authors of an article; whoever created it keeps it. */
export async function changeOwners(trx: Transaction<Tables>, before: Credited, after: Credited): Promise<void> {
  if (before.author_id === after.author_id && before.co_authors === after.co_authors) return;
  await trx.deleteFrom("article_owner").where("article_id", "=", after.id).where("is_creator", "=", 0).execute();
  const authors = authorIdsOf(after);
  if (authors.length === 0) return;
  await trx
    .insertInto("article_owner")
    .values(authors.map((id) => ({ article_id: after.id, account_id: id })))
    .onConflict((conflict) => conflict.columns(["article_id", "account_id"]).doNothing())
    .execute();
}
