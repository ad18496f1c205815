import type { Insertable, Transaction } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import type { ArticleChange, ArticleState } from "#features/articles/changes.ts";
import { announceNames, queueRetagging, retag } from "#features/articles/name-tasks.ts";
import type { ArticleTopicTable } from "#features/articles/tables.ts";
import { MAX_STEP_ARTICLES } from "#features/articles/tasks.ts";
import { on } from "#features/events/commands.ts";
import { topicIds } from "#features/topics/queries.ts";
import { nameKey } from "#shared/text.ts";

/** Keeps the articles of each topic by date. */
export async function updateTopics(trx: Transaction<Tables>, changes: readonly ArticleChange[]): Promise<void> {
  const changed = changes.filter(({ before, after }) => after && !(before && isListedAlike(before, after)));
  const articles = changed.flatMap(({ after }) => after ?? []);
  const ids = articles.map(({ id }) => id);
  for (const some of chunksOf(ids)) await trx.deleteFrom("article_topic").where("article_id", "in", some).execute();
  const topics = new Map<string, number>();
  for (const keys of chunksOf([...new Set(articles.flatMap(keysOf))]))
    for (const [key, id] of await topicIds(trx, keys)) topics.set(key, id);
  const rows = articles.flatMap((article) => rowsOf(article, topics));
  for (const some of chunksOf(rows)) await trx.insertInto("article_topic").values(some).execute();
}

const isListedAlike = (before: ArticleState, after: ArticleState) =>
  before.tags === after.tags && dateOf(before) === dateOf(after);

const dateOf = ({ status, published_at }: ArticleState) => (status === "published" ? published_at : null);

const keysOf = ({ tags }: Pick<ArticleState, "tags">) => (JSON.parse(tags) as string[]).map(nameKey);

const rowsOf = (article: ArticleState, topics: ReadonlyMap<string, number>): Insertable<ArticleTopicTable>[] =>
  keysOf(article).flatMap((key) => {
    const topic_id = topics.get(key);
    return topic_id === undefined ? [] : [{ article_id: article.id, topic_id, published_at: dateOf(article) }];
  });

/** Articles that follow a new name immediately, and for how long they may hold the write lock, in milliseconds. */
const MAX_AT_ONCE = 2 * MAX_STEP_ARTICLES;
const MAX_HELD_MS = 20;

/**
 * Gives the articles of a topic its new name, or the topic that it was merged into: the first ones immediately, all others
 * by a task. Until then the former name, an alias now, leads to the topic.
 */
export const retagArticles = on(["topic.moved"], async ({ trx, clock }, events) => {
  for (const {
    facts: { from, to },
  } of events) {
    const began = performance.now();
    const rows = await trx
      .selectFrom("article_topic")
      .select("article_id")
      .where("topic_id", "=", from.id)
      .orderBy("article_id")
      .execute();
    const ids = rows.map(({ article_id }) => article_id);
    if (from.id !== to.id) await moveArticles(trx, from.id, to.id);
    let done = 0;
    for (const some of chunksOf(ids.slice(0, MAX_AT_ONCE), MAX_STEP_ARTICLES)) {
      if (done > 0 && performance.now() - began > MAX_HELD_MS) break;
      await retag(trx, some, from.id === to.id ? undefined : { from: from.id, to: to.name });
      await announceNames(trx, clock, some, "topic");
      done += some.length;
    }
    const last = ids[done - 1];
    if (last !== undefined && done < ids.length) await queueRetagging(trx, clock, to.id, last);
  }
});

async function moveArticles(trx: Transaction<Tables>, from: number, to: number): Promise<void> {
  await trx
    .insertInto("article_topic")
    .columns(["article_id", "topic_id", "published_at"])
    .expression((eb) =>
      eb
        .selectFrom("article_topic")
        .select((of) => ["article_id", of.val(to).as("topic_id"), "published_at"])
        // SQLite reads the conflict clause as part of a join without a condition.
        .where("topic_id", "=", from),
    )
    .onConflict((conflict) => conflict.columns(["article_id", "topic_id"]).doNothing())
    .execute();
  await trx.deleteFrom("article_topic").where("topic_id", "=", from).execute();
}
