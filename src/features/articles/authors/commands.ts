import type { Insertable, Transaction } from "kysely";
import { chunksOf, createLoopYield } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import type { ArticleListener, ArticleState } from "#features/articles/changes.ts";
import { type Author, authorIdsOf, coAuthorsOf } from "#features/articles/drafts.ts";
import { queueAuthorIndexing } from "#features/articles/name-tasks.ts";
import { ownedBy } from "#features/articles/policy.ts";
import type { ArticleBylineTable } from "#features/articles/tables.ts";
import { creditOtherInTrash } from "#features/articles/trash.ts";
import type { Clock } from "#platform/clock.ts";

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

/** Gives the articles of an author, in the trash too, to another author. Articles with both list the other one once. */
export async function creditOther(
  trx: Transaction<Tables>,
  clock: Clock,
  { from, into }: { from: number; into: Author },
): Promise<void> {
  const pause = createLoopYield();
  const moved = (article: Credits): Credits => creditedTo(article, from, into);
  const owned = await ownedBy(trx, from).orderBy("article_id").execute();
  await creditOtherInTrash(trx, { from, into }, moved);
  for (const some of chunksOf(owned.map(({ article_id }) => article_id))) {
    const articles = await trx
      .selectFrom("article")
      .select(["id", "author_id", "co_authors"])
      .where("id", "in", some)
      .orderBy("id")
      .forUpdate()
      .execute();
    for (const { id, ...article } of articles) {
      await pause();
      await trx.updateTable("article").set(moved(article)).where("id", "=", id).execute();
    }
  }
  await moveRows(trx, from, into.id);
  await trx.updateTable("article_list_entry").set({ author_id: into.id }).where("author_id", "=", from).execute();
  await queueAuthorIndexing(trx, clock, into.id);
}

type Credits = Pick<ArticleState, "author_id" | "co_authors">;

/** The authors of an article, with one of them replaced by another. */
function creditedTo(article: Credits, from: number, into: Author): Credits {
  const others = coAuthorsOf(article).map((author) => (author.id === from ? into : author));
  const first = article.author_id === from ? into.id : article.author_id;
  const named = new Map(others.filter(({ id }) => id !== first).map((author) => [author.id, author]));
  return { author_id: first, co_authors: JSON.stringify([...named.values()]) };
}

/** Moves who owns articles and whose lists they are in. */
async function moveRows(trx: Transaction<Tables>, from: number, into: number): Promise<void> {
  await trx
    .insertInto("article_owner")
    .columns(["article_id", "account_id", "is_creator"])
    .expression((eb) =>
      eb
        .selectFrom("article_owner")
        .select((of) => ["article_id", of.val(into).as("account_id"), "is_creator"])
        // SQLite reads the conflict clause as part of a join without a condition.
        .where("account_id", "=", from),
    )
    .onConflict((conflict) => conflict.columns(["article_id", "account_id"]).doNothing())
    .execute();
  await trx.deleteFrom("article_owner").where("account_id", "=", from).execute();
  const both = trx.selectFrom("article_byline").select("article_id").where("account_id", "=", into);
  await trx.deleteFrom("article_byline").where("account_id", "=", from).where("article_id", "in", both).execute();
  await trx.updateTable("article_byline").set({ account_id: into }).where("account_id", "=", from).execute();
}
