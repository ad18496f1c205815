import type { Insertable } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { ArticleListener, ArticleState } from "#features/articles/changes.ts";
import { authorIdsOf } from "#features/articles/drafts.ts";
import type { ArticleBylineTable } from "#features/articles/tables.ts";

/** Updates each author's published articles by date. The database removes rows of deleted articles. */
export const updateBylines: ArticleListener = async (trx, changes) => {
  const changed = changes.filter(({ before, after }) => after && !(before && isListedAlike(before, after)));
  const ids = changed.flatMap(({ after }) => after?.id ?? []);
  for (const some of chunksOf(ids)) await trx.deleteFrom("article_byline").where("article_id", "in", some).execute();
  const rows = changed.flatMap(({ after }) => rowsOf(after));
  for (const some of chunksOf(rows)) await trx.insertInto("article_byline").values(some).execute();
};

const isListedAlike = (before: ArticleState, after: ArticleState) =>
  JSON.stringify(rowsOf(before)) === JSON.stringify(rowsOf(after));

function rowsOf(article: ArticleState | null): Insertable<ArticleBylineTable>[] {
  if (article?.status !== "published" || article.published_at === null) return [];
  const { id, published_at } = article;
  return authorIdsOf(article).map((account_id) => ({ account_id, published_at, article_id: id }));
}
