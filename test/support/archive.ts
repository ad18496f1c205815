import { readStates } from "#features/articles/changes.ts";
import type { ArticleStore } from "#features/articles/commands.ts";
import { updateArticleList } from "#features/articles/list/commands.ts";
import { updateTopics } from "#features/articles/topics/commands.ts";
import { publish } from "./articles.ts";

const BATCH = 200;

/**
 * Copies of one published article, which is the first, with dates of their own (epoch milliseconds): written straight
 * into the tables of articles and lists, as whole articles would take a minute. Full text has only the first.
 */
export async function addArchive(store: ArticleStore, dates: number[]): Promise<void> {
  const { db } = store.database;
  const first = await publish(store, { title: "An archived article", tags: ["Archive"], publishedAt: dates[0] ?? 0 });
  const { id: _id, ...row } = await db
    .selectFrom("article")
    .selectAll()
    .where("id", "=", first)
    .executeTakeFirstOrThrow();
  for (let from = 1; from < dates.length; from += BATCH) {
    const rows = dates.slice(from, from + BATCH).map((published_at) => ({ ...row, published_at }));
    await db.transaction().execute(async (trx) => {
      const added = await trx.insertInto("article").values(rows).returning("id").execute();
      const ids = added.map(({ id }) => id);
      const states = await readStates(trx).where("article.id", "in", ids).execute();
      const changes = states.map((after) => ({ before: null, after, text: () => "", events: [] }));
      await updateArticleList(trx, changes);
      await updateTopics(trx, changes);
    });
  }
}
