import type { Transaction } from "kysely";
import { z } from "zod";
import type { Tables } from "#db/tables.ts";
import { enqueueTask } from "#features/tasks/commands.ts";
import type { TaskKind } from "#features/tasks/rules.ts";
import { topicsNamed } from "#features/topics/queries.ts";
import type { Clock } from "#platform/clock.ts";
import { system } from "#shared/actor.ts";
import { nameKey } from "#shared/text.ts";
import { adminUrl } from "#shared/urls.ts";
import { articlesChanged, lockStates } from "./changes.ts";
import { readText } from "./derive.ts";
import { coAuthorsOf } from "./drafts.ts";
import type { ArticleEvent } from "./events.ts";
import { ownedBy } from "./policy.ts";
import { MAX_STEP_ARTICLES } from "./tasks.ts";

/** The kind of task that is queued for every author with another name. Stored, so it must not change. */
const RENAME_AUTHOR_TASK = "reindex-author";
const authorPayload = z.object({ account_id: z.int() });

/**
 * Gives an author another name in the articles that keep one, and queues the update of all that index it. The account's
 * own name is changed by its owner.
 */
export async function renameAuthor(
  trx: Transaction<Tables>,
  clock: Clock,
  { id, name }: { id: number; name: string },
): Promise<void> {
  const shared = await trx
    .selectFrom("article")
    .select(["id", "co_authors"])
    .where("id", "in", ownedBy(trx, id))
    .where("co_authors", "<>", "[]")
    .execute();
  for (const article of shared) {
    const renamed = coAuthorsOf(article).map((author) => (author.id === id ? { ...author, name } : author));
    await trx
      .updateTable("article")
      .set({ co_authors: JSON.stringify(renamed) })
      .where("id", "=", article.id)
      .execute();
  }
  await queueAuthorIndexing(trx, clock, id);
}

/** Queues the update of all that index the name of an author in articles. */
export const queueAuthorIndexing = (trx: Transaction<Tables>, clock: Clock, id: number) =>
  enqueueTask(trx, clock.now(), { kind: RENAME_AUTHOR_TASK, payload: { account_id: id } });

/** The task that follows an author's new name in articles. */
export const renameAuthorTask = (clock: Clock): TaskKind => ({
  kind: RENAME_AUTHOR_TASK,
  // Without the name: it would stay when the person is erased.
  subjectOf: () => ({ what: "New name of an author in the articles", path: adminUrl.authors() }),
  isRetried: true,
  prepare: async (payload) => {
    const { account_id: accountId } = authorPayload.parse(payload);
    const next = async (trx: Transaction<Tables>, after: number) =>
      (
        await ownedBy(trx, accountId)
          .where("article_id", ">", after)
          .orderBy("article_id")
          .limit(MAX_STEP_ARTICLES)
          .execute()
      ).map(({ article_id }) => article_id);
    return (trx, position) => nameStep(trx, clock, { position, what: "author", next });
  },
});

/** The kind of task that is queued for a topic with another name and many articles. Stored, so it must not change. */
const RETAG_TASK = "reindex-topic";
/** `after`: the last article that is done. */
const retagPayload = z.object({ topic_id: z.int(), after: z.int() });

/** Queues the new name for a topic's articles after the id `after`. */
export const queueRetagging = (trx: Transaction<Tables>, clock: Clock, topicId: number, after: number) =>
  enqueueTask(trx, clock.now(), { kind: RETAG_TASK, payload: { topic_id: topicId, after } });

/** The task that gives articles a topic's new name. */
export const retagTask = (clock: Clock): TaskKind => ({
  kind: RETAG_TASK,
  subjectOf: () => ({ what: "New name of a topic in its articles", path: adminUrl.topics() }),
  isRetried: true,
  prepare: async (payload) => {
    const { topic_id: topicId, after: first } = retagPayload.parse(payload);
    const next = async (trx: Transaction<Tables>, after: number) => {
      const rows = await trx
        .selectFrom("article_topic")
        .select("article_id")
        .where("topic_id", "=", topicId)
        .where("article_id", ">", Math.max(first, after))
        .orderBy("article_id")
        .limit(MAX_STEP_ARTICLES)
        .execute();
      const ids = rows.map(({ article_id }) => article_id);
      await retag(trx, ids);
      return ids;
    };
    return (trx, position) => nameStep(trx, clock, { position, what: "topic", next });
  },
});

/**
 * Gives the tags of articles the present names of their topics, each once. `merged`: a topic that another one replaces in
 * this transaction.
 */
export async function retag(
  trx: Transaction<Tables>,
  ids: readonly number[],
  merged?: { from: number; to: string },
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await trx
    .selectFrom("article")
    .select(["id", "tags"])
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();
  const articles = rows.map(({ id, tags }) => ({ id, stored: tags, tags: JSON.parse(tags) as string[] }));
  const topics = await topicsNamed(trx, [...new Set(articles.flatMap(({ tags }) => tags.map(nameKey)))]);
  const nameOf = (tag: string) => {
    const topic = topics.get(nameKey(tag));
    return merged && topic?.id === merged.from ? merged.to : (topic?.name ?? tag);
  };
  for (const { id, stored, tags } of articles) {
    const changed = JSON.stringify([...new Set(tags.map(nameOf))]);
    if (changed !== stored) await trx.updateTable("article").set({ tags: changed }).where("id", "=", id).execute();
  }
}

type Named = Extract<ArticleEvent, { kind: "renamed" }>["what"];

const namePosition = z.object({ after: z.int(), done: z.int() });

/** One step of a task that follows a new name. `next`: the ids of the next articles after an id. */
async function nameStep(
  trx: Transaction<Tables>,
  clock: Clock,
  step: { position: unknown; what: Named; next: (trx: Transaction<Tables>, after: number) => Promise<number[]> },
) {
  const { position, what, next } = step;
  const { after, done } = position === null ? { after: 0, done: 0 } : namePosition.parse(position);
  const ids = await next(trx, after);
  const last = ids.at(-1);
  if (last === undefined) return { position, done, total: done, isDone: true as const, result: null };
  await announceNames(trx, clock, ids, what);
  const reached = { after: last, done: done + ids.length };
  return { position: reached, done: reached.done, total: reached.done, isDone: false as const };
}

/** States that a name which articles show has changed. */
export async function announceNames(
  trx: Transaction<Tables>,
  clock: Clock,
  ids: readonly number[],
  what: Named,
): Promise<void> {
  const rows = await lockStates(trx, (articles) => articles.where("id", "in", ids));
  const changes = rows.map((row) => ({
    before: row,
    after: row,
    text: () => readText(trx, row),
    events: [{ kind: "renamed" as const, what }],
  }));
  await articlesChanged(trx, { clock }, changes, system);
}
