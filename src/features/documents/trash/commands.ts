import { setImmediate as nextTurn } from "node:timers/promises";
import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { isReadable, isScheduled } from "#db/readable.ts";
import type { Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { ArticleState } from "#features/articles/changes.ts";
import { type ArticleStore, findWritten, lockedState, reinsertRow, removeRow } from "#features/articles/commands.ts";
import { coAuthorsOf, wasPublic } from "#features/articles/drafts.ts";
import { authorizeChange, findOwners, isPublishable, ownedBy } from "#features/articles/policy.ts";
import { type EditorRow, summariesOfAny } from "#features/articles/queries.ts";
import { articleKey } from "#features/articles/rules.ts";
import { articleScope } from "#features/articles/scopes.ts";
import { ensureCategory } from "#features/categories/commands.ts";
import { getCategory } from "#features/categories/queries.ts";
import { resolveAuthors } from "#features/identity/accounts/authors.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import { scheduleWorkingCopy } from "#features/revisions/commands.ts";
import { findWorkingCopy } from "#features/revisions/queries.ts";
import type { Actor } from "#shared/actor.ts";
import { NotFoundError } from "#shared/errors.ts";
import { may } from "#shared/permissions.ts";
import { ANYBODY } from "#shared/viewer.ts";
import { type Kept, toKept } from "./queries.ts";
import { NOT_IN_TRASH } from "./rules.ts";

/**
 * A reaction to articles that were deleted for good, in the same transaction: what else is kept of them goes too. They
 * left `article` when they were put into the trash, and article listeners were called then.
 */
export type PurgeListener = (trx: Transaction<Tables>, ids: readonly number[], actor: Actor) => Promise<void>;

/** The articles' store with the listeners to articles that are deleted for good. */
export type TrashStore = ArticleStore & { purgeListeners: readonly PurgeListener[] };

/** Puts an article into the trash. Throws NotFoundError. */
export async function trashArticle(store: ArticleStore, actor: Actor, id: number): Promise<void> {
  await changeContent(store.database, async (trx) => ({
    result: undefined,
    changed: await trashRow(trx, store, actor, id),
  }));
}

/**
 * Moves an article into the trash in the caller's transaction; returns the scopes it affects. It leaves `article`, so
 * that no list, count or search has to know of the trash (docs/decisions/0049). Throws NotFoundError and
 * ForbiddenError.
 */
export async function trashRow(
  trx: Transaction<Tables>,
  store: ArticleStore,
  actor: Actor,
  id: number,
): Promise<Scope[]> {
  const before = await lockedState(trx, id);
  await authorizeChange(trx, actor, { before, status: undefined, now: store.clock.now() });
  const [summary] = await summariesOfAny(trx, [id]);
  const now = store.clock.now();
  const isSeen = wasPublic(before, now);
  const { content, ...row } = before;
  const kept: Kept = {
    ...row,
    category_slug: summary?.category_slug ?? "",
    author_name: summary?.author_name ?? null,
  };
  await trx
    .insertInto("trashed_article")
    .values({
      article_id: id,
      was_public: isSeen ? 1 : 0,
      trashed_at: now,
      trashed_by: actor.accountId,
      article: JSON.stringify(kept),
      content,
    })
    .execute();
  const changed = await removeRow(trx, store, actor, before);
  // The page of a draft that was public once changes as well, from 404 to 410.
  return isSeen ? [...changed, articleScope.whole(id)] : changed;
}

/** Takes an article out of the trash, under its own id. Throws NotFoundError. */
export async function restoreArticle(store: ArticleStore, actor: Actor, id: number): Promise<EditorRow> {
  return changeContent(store.database, async (trx) => {
    const changed = await restoreRow(trx, store, actor, id);
    return { result: await findWritten(trx, id), changed };
  });
}

/**
 * Takes an article out of the trash in the caller's transaction; returns the scopes it affects. A category or author
 * that was deleted meanwhile is made again by its name. Throws NotFoundError and ForbiddenError.
 */
export async function restoreRow(
  trx: Transaction<Tables>,
  store: ArticleStore,
  actor: Actor,
  id: number,
): Promise<Scope[]> {
  const stored = await trx
    .selectFrom("trashed_article")
    .select(["was_public", "trashed_at", "article", "content"])
    .where("article_id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!stored) throw new NotFoundError(NOT_IN_TRASH);
  await authorizeRestore(trx, store, actor, toKept(stored.article));
  await trx.deleteFrom("trashed_article").where("article_id", "=", id).execute();
  const { category: name, category_slug: _slug, author_name: authorName, ...row } = toKept(stored.article);
  const known = await getCategory(trx, store.clock.now(), row.category_id);
  const category = known ?? (await ensureCategory(trx, name));
  const article = {
    ...row,
    content: stored.content,
    category_id: category.id,
    category: category.name,
    author_id: await authorOf(trx, store, row.author_id, authorName),
    was_public: stored.was_public,
  };
  await cancelPastUpdate(trx, store, id);
  const changed = await reinsertRow(trx, store, actor, {
    ...article,
    ...(await stateAfter(trx, store, article, stored)),
  });
  return [...changed, articleScope.whole(id)];
}

/** Cancels an update whose time passed in the trash: it would become public at the next moment. */
async function cancelPastUpdate(trx: Transaction<Tables>, { clock }: ArticleStore, id: number): Promise<void> {
  const publishAt = (await findWorkingCopy(trx, articleKey(id)))?.publish_at;
  if (publishAt != null && publishAt <= clock.now()) await scheduleWorkingCopy(trx, articleKey(id), null);
}

/**
 * Status and date of an article that leaves the trash. What readers had comes back to them. A schedule goes on if its
 * time is ahead and the text may be published; else the article is ready, without a date, for somebody to look at.
 */
async function stateAfter(
  trx: Transaction<Tables>,
  { clock, guardPublication }: ArticleStore,
  article: ArticleState,
  { trashed_at }: { trashed_at: number },
): Promise<Pick<ArticleState, "status" | "published_at">> {
  const { status, published_at } = article;
  if (status !== "published" || isReadable(ANYBODY, article, trashed_at)) return { status, published_at };
  const isAhead = isScheduled(article, clock.now());
  if (isAhead && (await isPublishable(trx, guardPublication, article))) return { status, published_at };
  return { status: "ready", published_at: null };
}

/** What others have deleted is unknown to who may not see their unpublished articles. */
async function authorizeRestore(
  trx: Transaction<Tables>,
  { clock }: ArticleStore,
  actor: Actor,
  before: Kept,
): Promise<void> {
  if (!may(actor, "article.read", { owners: await findOwners(trx, before.id) })) throw new NotFoundError(NOT_IN_TRASH);
  await authorizeChange(trx, actor, { before, status: undefined, now: clock.now() });
}

async function authorOf(
  trx: Transaction<Tables>,
  { clock }: ArticleStore,
  id: number | null,
  name: string | null,
): Promise<number | null> {
  if (id === null || name === null || (await accountNames(trx, [id])).has(id)) return id;
  const [author] = await resolveAuthors(trx, clock, [name]);
  return author?.id ?? null;
}

type PurgeStore = Pick<TrashStore, "database" | "clock" | "purgeListeners">;

/** Deletes an article in the trash for good. Throws NotFoundError. */
export async function purgeArticle(store: PurgeStore, actor: Actor, id: number): Promise<void> {
  if ((await purge(store, actor, [id])) === 0) throw new NotFoundError(NOT_IN_TRASH);
}

/** Articles deleted for good in one transaction. */
const MAX_PURGED = 200;

/** Deletes for good what was put into the trash by then (epoch milliseconds), in steps. */
export async function purgeUntil(
  store: PurgeStore,
  actor: Actor,
  until: number,
  isStopping: () => boolean = () => false,
): Promise<void> {
  while (!isStopping()) {
    const rows = await store.database.db
      .selectFrom("trashed_article")
      .select("article_id")
      .where("trashed_at", "<=", until)
      .limit(MAX_PURGED)
      .execute();
    if (rows.length === 0) return;
    const ids = rows.map(({ article_id }) => article_id);
    await purge(store, actor, ids, until);
    await nextTurn();
  }
}

/**
 * Returns how many there were. `until` leaves out what was restored and deleted again meanwhile. No page changes by it:
 * those of articles that readers have seen stay 410.
 */
async function purge(
  { database, clock, purgeListeners }: PurgeStore,
  actor: Actor,
  ids: number[],
  until = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  return database.db.transaction().execute(async (trx) => {
    const purged = await trx
      .deleteFrom("trashed_article")
      .where("article_id", "in", ids)
      .where("trashed_at", "<=", until)
      .returning(["article_id", "was_public"])
      .execute();
    const seen = purged.filter(({ was_public }) => was_public === 1);
    const removed = seen.map(({ article_id }) => ({ article_id, removed_at: clock.now() }));
    if (removed.length > 0) await trx.insertInto("removed_article").values(removed).execute();
    const gone = purged.map(({ article_id }) => article_id);
    if (gone.length > 0) for (const listener of purgeListeners) await listener(trx, gone, actor);
    return gone.length;
  });
}

/** Gives an author another name in what the trash keeps of articles. */
export async function renameAuthorInTrash(
  trx: Transaction<Tables>,
  { id, name }: { id: number; name: string },
): Promise<void> {
  const rows = await trx
    .selectFrom("trashed_article")
    .select(["article_id", "article"])
    .where("article_id", "in", ownedBy(trx, id))
    .execute();
  for (const row of rows) {
    const kept = toKept(row.article);
    const others = coAuthorsOf(kept).map((author) => (author.id === id ? { ...author, name } : author));
    const renamed: Kept = {
      ...kept,
      co_authors: JSON.stringify(others),
      author_name: kept.author_id === id ? name : kept.author_name,
    };
    await trx
      .updateTable("trashed_article")
      .set({ article: JSON.stringify(renamed) })
      .where("article_id", "=", row.article_id)
      .execute();
  }
}
