import type { Transaction } from "kysely";
import type { Scope } from "#db/scopes.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { describeAuthors } from "#features/accounts/queries.ts";
import type { ArticleState, ChangeNote } from "#features/articles/changes.ts";
import { type ArticleStore, findWritten, updateArticle, updateRow } from "#features/articles/commands.ts";
import { newestOf } from "#features/articles/derive.ts";
import { type ArticleSnapshot, authorsIn, isPublic, type PreparedDraft } from "#features/articles/drafts.ts";
import { withContent } from "#features/articles/pictures.ts";
import { type EditorRow, findAny } from "#features/articles/queries.ts";
import { missingIn, NO_ARTICLE, STALE_EDIT } from "#features/articles/rules.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { differsInText, notifyOwners } from "#features/notifications/commands.ts";
import type { PictureStore, RecordPictures } from "#features/pictures/commands.ts";
import { dropWorkingCopy, scheduleWorkingCopy } from "#features/revisions/commands.ts";
import { findWorkingCopy, hasSavedSince, mergeStale } from "#features/revisions/queries.ts";
import { versionName } from "#features/revisions/rules.ts";
import { matchesVersion, versionsIn } from "#platform/version-tags.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import { changeOfEdit, type Edit, isUnchangedBy, lockArticle, wholeOf, writeCopy } from "./internal/copies.ts";
import type { Copied } from "./present.ts";
import { NO_WORKING_COPY, NOTHING_SCHEDULED, NOTHING_TO_PUBLISH, OVERLAPPING_EDIT } from "./rules.ts";
import type { WorkingCopyBody } from "./schema.ts";

export type DeskStore = ArticleStore & PictureStore;

/** What a change of a working copy began from. `isRetry`: an earlier try of it may have been saved. */
export type Begun = { ifMatch: string | undefined; isRetry?: boolean };

/**
 * Saves the given fields of an article's working copy, with the pictures that the content brings. A change that began
 * from an older version than the newest is merged with what was saved since; a retry is not where the actor has saved
 * since, as it would be merged with itself. Throws NotFoundError, ForbiddenError, and ConflictError where both changed the
 * same part.
 */
export function saveWorkingCopy(
  store: DeskStore,
  actor: Actor,
  id: number,
  { content, ...body }: WorkingCopyBody,
  { ifMatch, isRetry = false }: Begun,
): Promise<Copied> {
  const { author: _author, author_name: _name, ...fields } = body;
  const authors = authorsIn(body);
  const given: Edit = onlyGiven(fields);
  const save = (texts: Edit, record?: RecordPictures) =>
    shareCommit(store.database.db, async (trx) => {
      await record?.(trx);
      const known = authors && (await describeAuthors(trx, authors));
      // By account where there is one, as names change and people are erased.
      const edit: Edit = { ...texts, ...(known && { authors: known.map(({ id, name }) => id ?? name) }) };
      const { article, copy, name } = await lockArticle(trx, store, actor, id);
      const theirs = wholeOf(article, copy);
      const isStale = !matchesVersion(ifMatch, name);
      if (isStale && copy && isUnchangedBy(theirs, edit)) return { row: await findWritten(trx, id), copy };
      const begun = versionsIn(ifMatch ?? "")[0] ?? "";
      if (isStale && isRetry && (await hasSavedSince(trx, id, begun, actor.accountId)))
        throw new ConflictError(STALE_EDIT);
      const whole = isStale ? await mergeWithSaved(trx, id, { theirs, mine: edit, begun }) : { ...theirs, ...edit };
      return writeCopy(trx, store, { article, copy }, whole, { actor, isAutosave: true });
    });
  if (content === undefined) return save(given);
  return withContent(store, { actor, html: content, picture: undefined }, ({ html }, _address, record) =>
    save({ ...given, content: html }, record),
  );
}

const onlyGiven = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

type Stale = { theirs: ArticleSnapshot; mine: Edit; begun: string };

async function mergeWithSaved(trx: Transaction<Tables>, id: number, { theirs, mine, begun }: Stale) {
  const merge = await mergeStale(trx, id, begun, { mine, theirs });
  if (!merge) throw new ConflictError(STALE_EDIT);
  const errors = Object.fromEntries(merge.conflicts.map((field) => [field, OVERLAPPING_EDIT]));
  if (merge.conflicts.length > 0) throw new ConflictError(OVERLAPPING_EDIT, errors);
  return merge.merged as ArticleSnapshot;
}

/** Throws the working copy of an article away. Throws NotFoundError and ForbiddenError. */
export async function discardWorkingCopy(store: DeskStore, actor: Actor, id: number): Promise<void> {
  await shareCommit(store.database.db, async (trx) => {
    const { article, copy } = await lockArticle(trx, store, actor, id);
    if (!copy || !(await dropWorkingCopy(trx, id))) throw new NotFoundError(NO_WORKING_COPY);
    if (differsInText(wholeOf(article, copy), article))
      await notifyOwners(trx, store.clock, actor, { kind: "changed", articleId: id });
  });
}

/** The article was saved between being read and being changed. */
class ChangedMeanwhileError extends Error {}

/** Each retry means that somebody else saved the article at the same moment. */
const MAX_ATTEMPTS = 5;

/**
 * `at` in epoch milliseconds; at once if missing or past. `ifMatch`: refused unless the article is at that version.
 * `note`: what the record says of the change.
 */
export type Publication = { at?: number | undefined; ifMatch?: string | undefined; note?: ChangeNote | undefined };

/**
 * Publishes an article's working copy, or its stored text where there is none. With `at`, a published article stays as
 * it is until then. Throws NotFoundError, InvalidError for an article without title or category, and ConflictError.
 */
export async function publishArticle(
  store: DeskStore,
  actor: Actor,
  id: number,
  publication: Publication = {},
): Promise<EditorRow> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryPublish(store, actor, id, publication);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhileError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function tryPublish(store: DeskStore, actor: Actor, id: number, { at, ifMatch, note }: Publication) {
  const { db } = store.database;
  const [seen, copy] = [await findAny(db, id), await findWorkingCopy(db, id)];
  if (!seen) throw new NotFoundError(NO_ARTICLE);
  const now = store.clock.now();
  const isUpdate = isPublic(seen, now);
  const isLater = at !== undefined && at > now;
  if (isUpdate && isLater) return schedulePublication(store, actor, id, { at, ifMatch, note });
  const edit = (copy?.changes ?? {}) as Edit;
  requireComplete({ title: seen.title, category: seen.category, ...edit });
  const name = versionName(seen.version, copy?.version ?? null);
  const isCurrent = (current: string) => {
    if (!matchesVersion(ifMatch, current)) return false;
    if (current !== name) throw new ChangedMeanwhileError();
    return true;
  };
  const wasPublic = seen.published_at !== null && seen.published_at <= now;
  const publishedAt = isLater ? at : wasPublic ? seen.published_at : now;
  const change = { ...(await changeOfEdit(store, edit)), status: "published" as const, publishedAt };
  return updateArticle(store, actor, id, change, { isCurrent, isReported: isUpdate && copy !== undefined, note });
}

/**
 * Publishes an article's working copy, or its stored text where there is none, with the given fields beside it, in the
 * caller's transaction; returns the scopes it affects. A date that it has stays. Throws InvalidError for an article
 * without title or category, before anything is written.
 */
export async function publishRow(
  trx: Transaction<Tables>,
  store: ArticleStore,
  actor: Actor,
  { article, fields }: { article: ArticleState; fields: Partial<PreparedDraft> },
): Promise<Scope[]> {
  const copy = await findWorkingCopy(trx, article.id);
  const edit = (copy?.changes ?? {}) as Edit;
  requireComplete({ title: article.title, category: article.category, ...edit, ...fields });
  const now = store.clock.now();
  const isReported = isPublic(article, now) && copy !== undefined;
  const publishedAt = article.published_at ?? now;
  const change = { ...(await changeOfEdit(store, edit)), ...fields, status: "published" as const, publishedAt };
  return updateRow(trx, store, actor, { before: article, change, isReported });
}

/** Sets when the working copy of a published article replaces what readers see. */
async function schedulePublication(
  store: DeskStore,
  actor: Actor,
  id: number,
  { at, ifMatch, note }: Publication & { at: number },
): Promise<EditorRow> {
  return shareCommit(store.database.db, async (trx) => {
    const { article, copy, name } = await lockArticle(trx, store, actor, id);
    if (!matchesVersion(ifMatch, name)) throw new ConflictError(STALE_EDIT);
    if (!copy) throw new InvalidError(NOTHING_TO_PUBLISH, { at: NOTHING_TO_PUBLISH });
    requireComplete(wholeOf(article, copy));
    const { draft, text } = await newestOf(store.content, { article, copy, now: store.clock.now() });
    await store.guardPublication(trx, { id, before: article, after: draft, text });
    await scheduleWorkingCopy(trx, id, { at, authorId: actor.accountId, ...note });
    const changes = { at: { to: new Date(at).toISOString() } };
    await recordEntry(trx, store.clock, {
      by: actor,
      action: "article.schedule",
      subject: subjectOf(article),
      changes,
    });
    await notifyOwners(trx, store.clock, actor, { kind: "published", detail: "scheduled", articleId: id });
    return findWritten(trx, id);
  });
}

/**
 * Cancels the time at which an article's working copy was to replace what readers see; both stay as they are. Throws
 * NotFoundError.
 */
export async function cancelUpdate(store: DeskStore, by: Actor, id: number): Promise<void> {
  await shareCommit(store.database.db, async (trx) => {
    const { article, copy } = await lockArticle(trx, store, by, id);
    if (!copy || copy.publish_at === null) throw new NotFoundError(NOTHING_SCHEDULED);
    await scheduleWorkingCopy(trx, id, null);
    await recordEntry(trx, store.clock, { by, action: "article.unschedule", subject: subjectOf(article) });
    await notifyOwners(trx, store.clock, by, { kind: "returned", detail: "unpublished", articleId: id });
  });
}

const subjectOf = ({ id, title }: Pick<ArticleState, "id" | "title">) => ({ kind: "article", id, title });

/** What readers see has a title and a category. Throws InvalidError. */
function requireComplete(article: { title: string; category: string }): void {
  const errors = missingIn(article);
  const [first] = Object.values(errors);
  if (first !== undefined) throw new InvalidError(first, errors);
}

/** Deletes the links to previews of articles that are gone for good. */
export async function forgetPreviews(trx: Transaction<Tables>, articleIds: readonly number[]): Promise<void> {
  await trx.deleteFrom("preview_link").where("article_id", "in", articleIds).execute();
}

/** Makes an article a draft, and cancels what was to be published at a time. Throws NotFoundError and ConflictError. */
export async function unpublishArticle(
  store: DeskStore,
  actor: Actor,
  id: number,
  ifMatch: string | undefined,
): Promise<EditorRow> {
  const seen = await findAny(store.database.db, id);
  if (!seen) throw new NotFoundError(NO_ARTICLE);
  const isScheduled = seen.published_at !== null && seen.published_at > store.clock.now();
  return updateArticle(
    store,
    actor,
    id,
    { status: "draft", ...(isScheduled && { publishedAt: null }) },
    {
      keepsWorkingCopy: true,
      isCurrent: (name) => matchesVersion(ifMatch, name),
      record: (trx) => scheduleWorkingCopy(trx, id, null),
    },
  );
}
