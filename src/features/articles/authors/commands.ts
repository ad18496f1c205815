import type { Insertable, Transaction } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { type ArticleChange, type ArticleState, articlesChanged, lockStates } from "#features/articles/changes.ts";
import { readText } from "#features/articles/derive.ts";
import { type Author, authorIdsOf, coAuthorsOf } from "#features/articles/drafts.ts";
import { edited } from "#features/articles/events.ts";
import { queueAuthorIndexing } from "#features/articles/name-tasks.ts";
import { ownedBy } from "#features/articles/policy.ts";
import type { ArticleBylineTable } from "#features/articles/tables.ts";
import { creditOtherInTrash } from "#features/articles/trash.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";

/** Updates each author's published articles by date. The database removes rows of deleted articles. */
export async function updateBylines(trx: Transaction<Tables>, changes: readonly ArticleChange[]): Promise<void> {
  const changed = changes.filter(({ before, after }) => after && !(before && isListedAlike(before, after)));
  const ids = changed.flatMap(({ after }) => after?.id ?? []);
  for (const some of chunksOf(ids)) await trx.deleteFrom("article_byline").where("article_id", "in", some).execute();
  const rows = changed.flatMap(({ after }) => rowsOf(after));
  for (const some of chunksOf(rows)) await trx.insertInto("article_byline").values(some).execute();
}

const isListedAlike = (before: ArticleState, after: ArticleState) =>
  JSON.stringify(rowsOf(before)) === JSON.stringify(rowsOf(after));

function rowsOf(article: ArticleState | null): Insertable<ArticleBylineTable>[] {
  if (article?.status !== "published" || article.published_at === null) return [];
  const { id, published_at } = article;
  return authorIdsOf(article).map((account_id) => ({ account_id, published_at, article_id: id }));
}

/** How long a part of a merge may hold the write lock, in milliseconds; articles that are credited together, and in a part. */
const MAX_HELD_MS = 20;
const CREDITED_AT_ONCE = 20;
const MAX_IN_PART = 100;

/**
 * Gives the next articles of an author, in the trash too, to another author, for as long as other writers may wait; returns
 * whether that were all. Articles with both list the other one once.
 */
export async function creditOther(
  trx: Transaction<Tables>,
  { clock }: { clock: Clock },
  by: Actor,
  { from, into }: { from: number; into: Author },
): Promise<boolean> {
  const began = performance.now();
  for (let done = 0; done < MAX_IN_PART && performance.now() - began < MAX_HELD_MS; done += CREDITED_AT_ONCE) {
    const owned = await ownedBy(trx, from).orderBy("article_id").limit(CREDITED_AT_ONCE).execute();
    const ids = owned.map(({ article_id }) => article_id);
    if (ids.length === 0) {
      await queueAuthorIndexing(trx, clock, into.id);
      return true;
    }
    const moved = (article: Credits): Credits => creditedTo(article, from, into);
    await creditOtherInTrash(trx, ids, into, moved);
    const changes: ArticleChange[] = [];
    for (const before of await lockStates(trx, (articles) => articles.where("id", "in", ids))) {
      const authors = moved(before);
      await trx.updateTable("article").set(authors).where("id", "=", before.id).execute();
      const after = { ...before, ...authors };
      changes.push({ before, after, text: () => readText(trx, after), events: [edited({ before, after }, SYSTEM)] });
    }
    await moveOwners(trx, ids, from, into.id);
    // The byline is what readers see: its holdings are disclosed, and the record has it.
    await articlesChanged(trx, { clock }, changes, by);
  }
  return false;
}

const SYSTEM = { source: "system" } as const;

type Credits = Pick<ArticleState, "author_id" | "co_authors">;

/** The authors of an article, with one of them replaced by another. */
function creditedTo(article: Credits, from: number, into: Author): Credits {
  const others = coAuthorsOf(article).map((author) => (author.id === from ? into : author));
  const first = article.author_id === from ? into.id : article.author_id;
  const named = new Map(others.filter(({ id }) => id !== first).map((author) => [author.id, author]));
  return { author_id: first, co_authors: JSON.stringify([...named.values()]) };
}

/** Moves who owns articles. */
async function moveOwners(trx: Transaction<Tables>, ids: readonly number[], from: number, into: number): Promise<void> {
  await trx
    .insertInto("article_owner")
    .columns(["article_id", "account_id", "is_creator"])
    .expression((eb) =>
      eb
        .selectFrom("article_owner")
        .select((of) => ["article_id", of.val(into).as("account_id"), "is_creator"])
        .where("account_id", "=", from)
        .where("article_id", "in", ids),
    )
    .onConflict((conflict) => conflict.columns(["article_id", "account_id"]).doNothing())
    .execute();
  await trx.deleteFrom("article_owner").where("account_id", "=", from).where("article_id", "in", ids).execute();
}
