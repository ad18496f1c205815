import type { Kysely, Transaction } from "kysely";
import { z } from "zod";
import { changeContent } from "#db/change.ts";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { type PreparedContent, readersWords } from "#features/content/derive.ts";
import { prepareKnown } from "#features/documents/staging.ts";
import { on } from "#features/events/commands.ts";
import { findKnown } from "#features/media/remote/queries.ts";
import type { KnownItems } from "#features/media/remote/rules.ts";
import { enqueueTask } from "#features/tasks/commands.ts";
import { RetryLaterError, type TaskKind } from "#features/tasks/rules.ts";
import { type Actor, onBehalfOf, operator, system } from "#shared/actor.ts";
import { isAllowed } from "#shared/errors.ts";
import { isRemote } from "#shared/pictures.ts";
import { retry } from "#shared/retry.ts";
import { adminUrl } from "#shared/urls.ts";
import { type ArticleState, articlesChanged, changesIn, lockStates } from "./changes.ts";
import type { ArticleStore } from "./commands.ts";
import { countInCategory } from "./counts.ts";
import { isDerived, readContent, writeDerived } from "./derive.ts";
import { toDraft } from "./drafts.ts";
import { edited } from "./events.ts";
import { articlesShowing } from "./pictures.ts";
import { findAny } from "./queries.ts";
import { remoteItemsOf, writePictures } from "./rows.ts";

/** Articles checked per query. */
const BATCH = 500;

/**
 * Derives content that is missing or out of date because an older version of the program wrote it, each article in a
 * transaction of its own. An article that is edited concurrently is skipped: the edit derives it.
 */
export async function deriveMissing(store: ArticleStore, isStopping: () => boolean): Promise<void> {
  const { db } = store.database;
  for (let after = 0; ; ) {
    const articles = await db
      .selectFrom("article")
      .select(["id", "version"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    const last = articles.at(-1)?.id ?? after;
    for (const id of await outOfDate(db, articles, { after, last })) {
      if (isStopping()) return;
      await deriveOne(store, id);
      // Let other tasks run: on SQLite nothing above yields.
      await new Promise(setImmediate);
    }
    await new Promise(setImmediate);
    if (articles.length < BATCH || isStopping()) return;
    after = last;
  }
}

async function deriveOne(store: ArticleStore, id: number): Promise<void> {
  const read = await store.database.db
    .selectFrom("article")
    .select(["version", "content"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!read) return;
  const { content } = await store.content.prepare(read.content);
  await changeContent(store.database, async (trx) => {
    const [stored] = await lockStates(trx, (articles) => articles.where("id", "=", id));
    // The content may change without the version: see pictures.ts.
    const isAsRead = stored?.version === read.version && stored.content === read.content;
    return { result: undefined, changed: stored && isAsRead ? await storeDerived(trx, store, stored, content) : [] };
  });
}

/** Stores the derived content of an article, and its content if the current rules sanitise it differently; returns the scopes. */
async function storeDerived(
  trx: Transaction<Tables>,
  store: ArticleStore,
  before: ArticleState,
  content: PreparedContent,
): Promise<Scope[]> {
  const { id, version } = before;
  const text = () => content.text;
  const columns = { content: content.html, content_image_url: content.pictures[0] ?? "" };
  const after = { ...before, ...columns };
  const isCleaned = after.content !== before.content;
  const isChanged = isCleaned || after.content_image_url !== before.content_image_url;
  if (isChanged) await trx.updateTable("article").set(columns).where("id", "=", id).execute();
  await writeDerived(trx, [{ id, version, content }]);
  // Pictures on other hosts, which older programs showed from there.
  const shown = { ...before, content };
  if (remoteItemsOf(shown).length > 0) await writePictures(trx, [shown], { isNew: false, now: store.clock.now() });
  const change = { before, after, text, events: [edited({ before, after }, { isMinor: true, source: "system" })] };
  const announced = isCleaned ? await articlesChanged(trx, store, [change], system) : null;
  // The words of an unchanged text may be derived otherwise.
  await articlesChanged(trx, store, [{ before: after, after, text, events: [{ kind: "reindexed" }] }], system);
  return announced ?? (isChanged ? changesIn(trx, store, change) : []);
}

/**
 * Articles with ids from `after`, exclusive, to `last` whose derived content is missing or out of date. Read as
 * a range of its own, as a join looks up the rows, with all their texts around them.
 */
async function outOfDate(
  db: Kysely<Tables>,
  articles: readonly { id: number; version: number }[],
  { after, last }: { after: number; last: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom("derived_content")
    .select(["article_id", "article_version", "derivation"])
    .where("article_id", ">", after)
    .where("article_id", "<=", last)
    .execute();
  const derived = new Map(rows.map((row) => [row.article_id, row]));
  const isCurrent = ({ id, version }: { id: number; version: number }) => {
    const row = derived.get(id);
    return row !== undefined && isDerived({ ...row, version });
  };
  return articles.filter((article) => !isCurrent(article)).map(({ id }) => id);
}

/**
 * Maximum articles per step, and characters of their content: a step blocks readers and other writers for some 20 ms.
 */
export const MAX_STEP_ARTICLES = 20;
const MAX_STEP_CHARS = 40_000;

/** The kind of task that is queued for every renamed category. Stored, so it must not change. */
const RENAME_TASK = "reindex-category";

/** `former_name` is missing in tasks queued by older versions. `account_id` is null for the operator. */
const renamePayload = z.object({
  category_id: z.int(),
  former_name: z.string().default(""),
  account_id: z.int().nullable().default(null),
});
const renamePosition = z.object({ after: z.int(), done: z.int(), total: z.int() });

/** Queues the updates of a renamed category's articles: updating many together would block every other writer. */
export const queueRename = on(["category.update"], async ({ trx, clock }, events) => {
  for (const {
    by,
    facts: { before, after },
  } of events) {
    if (!before || !after || before.name === after.name) continue;
    const payload = { category_id: after.id, former_name: before.name, account_id: by.accountId };
    await enqueueTask(trx, clock.now(), { kind: RENAME_TASK, payload });
  }
});

/**
 * The task that notifies the article listeners of a category's new name. A concurrent renaming queues
 * another task.
 */
export function renameTask(store: Pick<ArticleStore, "clock" | "content" | "database">): TaskKind {
  return {
    kind: RENAME_TASK,
    subjectOf: (_db, payload) => ({
      what: `New name of the category “${renamePayload.parse(payload).former_name}” in its articles`,
      path: adminUrl.settings(),
    }),
    isRetried: true,
    prepare: async (payload) => {
      const { category_id: categoryId, former_name: formerName, account_id } = renamePayload.parse(payload);
      const rename = { categoryId, formerName, actor: onBehalfOf(account_id) };
      return async (trx, position) => {
        const { after, done, total } =
          position === null
            ? { after: 0, done: 0, total: await countInCategory(trx, categoryId) }
            : renamePosition.parse(position);
        const size = { count: MAX_STEP_ARTICLES, chars: MAX_STEP_CHARS };
        const step = await announceRename(trx, store, rename, { after, ...size });
        if (!step) return { position, done, total, isDone: true, result: null };
        const next = { after: step.last, done: done + step.count, total };
        return { position: next, done: next.done, total, isDone: false };
      };
    },
  };
}

/**
 * Notifies the listeners of a category's new name, for its next articles after the id `after`, in the caller's
 * transaction: at most `count` articles and, beyond the first, at most `chars` characters of content. Returns how many
 * they were and the last id; null if none was left.
 */
export async function announceRename(
  trx: Transaction<Tables>,
  store: Pick<ArticleStore, "clock" | "content">,
  { categoryId, formerName, actor }: { categoryId: number; formerName: string; actor: Actor },
  { after, count, chars }: { after: number; count: number; chars: number },
): Promise<{ count: number; last: number } | null> {
  const sizes = await trx
    .selectFrom("article")
    .select(["id", (eb) => eb.fn<number>("length", ["content"]).as("size")])
    .where("category_id", "=", categoryId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(count)
    .execute();
  const ids: number[] = [];
  let sum = 0;
  for (const { id, size } of sizes) {
    sum += size;
    if (sum > chars && ids.length > 0) break;
    ids.push(id);
  }
  const last = ids.at(-1);
  if (last === undefined) return null;
  const rows = await lockStates(trx, (articles) => articles.where("id", "in", ids));
  const changes = rows.map((row) => ({
    before: { ...row, category: formerName },
    after: row,
    text: async () => (await readContent(trx, store.content, row)).text,
    events: [{ kind: "renamed" as const, what: "category" as const }],
  }));
  await articlesChanged(trx, store, changes, actor);
  return { count: ids.length, last };
}

/**
 * Has the next stored articles after an id indexed, at most `count`: for a full-text index that is empty.
 * Returns the last id; null if none was left.
 */
export async function announceStored(
  trx: Transaction<Tables>,
  store: Pick<ArticleStore, "clock" | "content">,
  { after, count }: { after: number; count: number },
): Promise<number | null> {
  const rows = await lockStates(trx, (articles) => articles.where("id", ">", after).limit(count));
  const changes = rows.map((row) => ({
    before: row,
    after: row,
    text: async () => (await readContent(trx, store.content, row)).text,
    events: [{ kind: "reindexed" as const }],
  }));
  if (changes.length > 0) await articlesChanged(trx, store, changes, operator);
  return rows.at(-1)?.id ?? null;
}

/** An article that is saved concurrently is read again. */
const RETRYING = { attempts: 3, isTemporary: (error: unknown) => error instanceof RetryLaterError };

/** Inserts newly fetched content of another host into the articles that link to it. */
export async function bringItemToArticles(store: ArticleStore, key: string): Promise<void> {
  for (const { id } of await articlesShowing(store.database.db, key)) await retry(RETRYING, () => bringItem(store, id));
}

/**
 * Replaces references to other hosts in an article by fetched content. Not an edit: the article keeps its version, so
 * that unsaved work stays current. Throws RetryLaterError if it was saved concurrently.
 */
async function bringItem(store: ArticleStore, id: number): Promise<void> {
  const read = await findAny(store.database.db, id);
  if (!read) return;
  const { content: prepared, known: items } = await prepareKnown(store, read.content);
  const withCards = items && items.cards.size > 0;
  const withoutCards = withCards ? await prepareWithoutCards(store, read.content, items) : prepared;
  const address = read.image_url;
  const known = isRemote(address) ? await findKnown(store.database.db, [{ kind: "picture", address }]) : undefined;
  const image_url = known?.pictures.get(address) ?? address;
  return changeContent(store.database, async (trx) => {
    const [before] = await lockStates(trx, (articles) => articles.where("id", "=", id));
    if (!before) return { result: undefined, changed: [] };
    if (before.content !== read.content || before.image_url !== address || before.version !== read.version)
      throw new RetryLaterError("Another user is saving an article that links to this picture.");
    const content = (await mayBring(trx, store, before, { prepared, withoutCards })) ? prepared : withoutCards;
    // Nothing changed: storing it again would request the same card forever.
    if (content.html === before.content && image_url === before.image_url) return { result: undefined, changed: [] };
    const columns = { content: content.html, image_url, content_image_url: content.pictures[0] ?? "" };
    await trx.updateTable("article").set(columns).where("id", "=", id).execute();
    await writeDerived(trx, [{ id, version: before.version, content }]);
    await writePictures(trx, [{ ...before, image_url, content }], { isNew: false, now: store.clock.now() });
    const after = { ...before, ...columns };
    // Text of another host needs new approvals and disclosures, its pictures do not.
    const source = content.html === withoutCards.html ? "system" : "card";
    const events = [edited({ before, after }, { isMinor: true, source })];
    const changed = await articlesChanged(trx, store, [{ before, after, text: () => content.text, events }], system);
    return { result: undefined, changed };
  });
}

/** The same content with the copies of its pictures alone: its cards stay bare links. */
async function prepareWithoutCards(store: ArticleStore, html: string, known: KnownItems): Promise<PreparedContent> {
  const pictures: KnownItems = { ...known, cards: new Map() };
  return (await store.content.prepare(html, [], undefined, pictures)).content;
}

/** Whether the guard allows inserting titles of another host's pages into an unedited text. */
async function mayBring(
  trx: Transaction<Tables>,
  store: ArticleStore,
  before: ArticleState,
  { prepared, withoutCards }: { prepared: PreparedContent; withoutCards: PreparedContent },
): Promise<boolean> {
  if (prepared.html === withoutCards.html) return true;
  const after = { ...toDraft(before, before.category), content: prepared.html };
  return isAllowed(() => store.guardPublication(trx, { id: before.id, before, after, words: readersWords(prepared) }));
}
