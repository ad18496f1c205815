import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { isReadable, isScheduled } from "#db/readable.ts";
import type { Scope } from "#db/scopes.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { type ArticleState, type ChangeNote, differsInText } from "#features/articles/changes.ts";
import { type ArticleStore, findWritten, lockArticle, updateArticle, updateRow } from "#features/articles/commands.ts";
import { articleDocument } from "#features/articles/document.ts";
import { type ArticleSnapshot, authorsIn, type PreparedDraft } from "#features/articles/drafts.ts";
import { updateArticleList } from "#features/articles/list/commands.ts";
import { authorizeArticle, authorizeChange } from "#features/articles/policy.ts";
import { type EditorRow, findAny } from "#features/articles/queries.ts";
import { articleKey, missingIn, NO_ARTICLE, STALE_EDIT, typedNames } from "#features/articles/rules.ts";
import { slugToStore } from "#features/articles/slug.ts";
import { changeOfEdit, newestOf } from "#features/articles/working-copy.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { dropWorkingCopy, scheduleWorkingCopy } from "#features/documents/history/commands.ts";
import { findWorkingCopy, hasSavedSince, mergeStale, type WorkingCopy } from "#features/documents/history/queries.ts";
import { versionName } from "#features/documents/history/rules.ts";
import type { ClaimKey } from "#features/documents/history/saves.ts";
import { recordStaged, type Staged, stageContent } from "#features/documents/staging.ts";
import { describeAuthors } from "#features/identity/accounts/queries.ts";
import type { PictureStore } from "#features/media/pictures/commands.ts";
import { RESTAGING } from "#features/media/pictures/staging.ts";
import { notifyOwners } from "#features/notifications/commands.ts";
import { matchesVersion, versionsIn } from "#platform/version-tags.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import { retry } from "#shared/retry.ts";
import { ANYBODY } from "#shared/viewer.ts";
import {
  NO_WORKING_COPY,
  NOTHING_SCHEDULED,
  NOTHING_TO_PUBLISH,
  OVERLAPPING_EDIT,
  SCHEDULED_UPDATE,
} from "../rules.ts";
import { type Edit, isUnchangedBy, type Locked, lockForEdit, wholeOf, writeCopy } from "./internal/copies.ts";
import type { Copied } from "./present.ts";
import type { WorkingCopyBody } from "./schema.ts";

export type DeskStore = ArticleStore & PictureStore;

/**
 * `isRetry`: an earlier attempt may have been saved. `changesScheduled`: the editor confirmed changing a scheduled
 * update. `claim`: see `saveOnce`.
 */
export type SaveBase = {
  ifMatch: string | undefined;
  isRetry?: boolean;
  changesScheduled?: boolean;
  claim?: ClaimKey;
  /** The account whose suggestion is accepted. */
  suggestedBy?: number;
};

/**
 * Saves the given fields of an article's working copy, with the pictures in its content. A change based on an older
 * version is merged with later saves, except a retry whose first attempt was saved, which would merge with itself.
 * Throws NotFoundError, ForbiddenError, InvalidError for an autosave of a scheduled update, and ConflictError if both
 * changed the same part.
 */
export function saveWorkingCopy(
  store: DeskStore,
  actor: Actor,
  id: number,
  { content, ...body }: WorkingCopyBody,
  { ifMatch, isRetry = false, changesScheduled = false, claim, suggestedBy }: SaveBase,
): Promise<Copied> {
  const { author: _author, author_name: _name, ...fields } = body;
  const authors = authorsIn(body);
  const given: Edit = onlyGiven(fields);
  const save = (texts: Edit, staged?: Staged) =>
    shareCommit(store.database.db, async (trx) => {
      if (staged) await recordStaged(trx, store.clock, staged);
      const known = authors && (await describeAuthors(trx, authors));
      // By account if there is one, as names change and people are erased.
      const edit: Edit = { ...texts, ...(known && { authors: known.map(({ id, name }) => id ?? name) }) };
      const { article, copy, name } = await lockForEdit(trx, store, actor, id);
      await claim?.(trx);
      const theirs = wholeOf(article, copy);
      const isStale = !matchesVersion(ifMatch, name);
      if (isStale && copy && isUnchangedBy(theirs, edit)) return { row: await findWritten(trx, id), copy };
      // Text typed after the time was set becomes public only if a user saved it by hand.
      if (copy && copy.publish_at !== null && !changesScheduled && !isUnchangedBy(theirs, edit))
        throw new InvalidError("update_scheduled", SCHEDULED_UPDATE);
      const baseVersion = versionsIn(ifMatch ?? "")[0] ?? "";
      if (isStale && isRetry && (await hasSavedSince(trx, articleKey(id), baseVersion, actor.accountId)))
        throw new ConflictError("stale_version", STALE_EDIT);
      const whole = isStale
        ? await mergeWithSaved(trx, id, { theirs, mine: edit, baseVersion })
        : { ...theirs, ...edit };
      whole.slug = slugToStore(whole.slug, { before: theirs, after: whole });
      return writeCopy(trx, store, { article, copy }, whole, { actor, isAutosave: true, suggestedBy });
    });
  if (content === undefined) return save(given);
  return retry(RESTAGING, async () => {
    await using staged = await stageContent(store, content, { actor });
    return await save({ ...given, content: staged.content.html }, staged);
  });
}

const onlyGiven = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

type Stale = { theirs: ArticleSnapshot; mine: Edit; baseVersion: string };

async function mergeWithSaved(trx: Transaction<Tables>, id: number, { theirs, mine, baseVersion }: Stale) {
  const merge = await mergeStale(trx, articleKey(id), baseVersion, { mine, theirs });
  if (!merge) throw new ConflictError("stale_version", STALE_EDIT);
  const errors = Object.fromEntries(merge.conflicts.map((field) => [field, OVERLAPPING_EDIT]));
  if (merge.conflicts.length > 0) throw new ConflictError("edit_conflict", OVERLAPPING_EDIT, errors);
  return merge.merged as ArticleSnapshot;
}

/** Discards an article's working copy. Throws NotFoundError and ForbiddenError. */
export async function discardWorkingCopy(store: DeskStore, actor: Actor, id: number): Promise<void> {
  await shareCommit(store.database.db, async (trx) => {
    const { article, copy } = await lockForEdit(trx, store, actor, id);
    if (!copy || !(await dropWorkingCopy(trx, articleKey(id), { isChange: true })))
      throw new NotFoundError("working_copy_not_found", NO_WORKING_COPY);
    await updateArticleList(trx, [{ before: article, after: article }]);
    if (differsInText(wholeOf(article, copy), article))
      await notifyOwners({ trx, clock: store.clock, by: actor }, articleDocument, { kind: "changed", id });
  });
}

class ChangedMeanwhileError extends Error {}

/** Each retry means that another user saved the article at the same moment. */
const MAX_ATTEMPTS = 5;

/**
 * `at` in epoch milliseconds; now if missing or past. `ifMatch`: the required version. `note`: for the record of
 * changes. `isDue`: only if the working copy's time has come. `claim`: see `saveOnce`.
 */
export type Publication = {
  at?: number | undefined;
  ifMatch?: string | undefined;
  note?: ChangeNote | undefined;
  isDue?: boolean;
  claim?: ClaimKey;
};

/**
 * Publishes an article's working copy, or its stored text without one. With a future `at`, a published article stays
 * unchanged until then, and a scheduled article changes only its time. Throws NotFoundError, InvalidError for an
 * article without title or category, ConflictError and NotDueError.
 */
export async function publishArticle(
  store: DeskStore,
  actor: Actor,
  id: number,
  publication: Publication = {},
): Promise<EditorRow> {
  const isTemporary = (error: unknown) => error instanceof ChangedMeanwhileError;
  return retry({ attempts: MAX_ATTEMPTS, isTemporary }, () => tryPublish(store, actor, id, publication));
}

const hasChanges = (copy: WorkingCopy | undefined): boolean =>
  copy !== undefined && Object.keys(copy.changes).length > 0;

/** Removes a working copy that equals the public text: it is no update, and no version. */
async function dropUnchanged(store: DeskStore, actor: Actor, id: number, { ifMatch, claim }: Publication) {
  return shareCommit(store.database.db, async (trx) => {
    const { article, copy, name } = await lockForEdit(trx, store, actor, id);
    await authorizeArticle(trx, actor, "article.publish", { article, now: store.clock.now() });
    if (!matchesVersion(ifMatch, name)) throw new ConflictError("stale_version", STALE_EDIT);
    if (hasChanges(copy)) throw new ChangedMeanwhileError();
    await claim?.(trx);
    await dropWorkingCopy(trx, articleKey(id));
    return findWritten(trx, id);
  });
}

/** An update whose time was changed or cancelled after it was listed as due. */
export class NotDueError extends Error {}

async function tryPublish(store: DeskStore, actor: Actor, id: number, publication: Publication) {
  const { at, ifMatch, note, isDue, claim } = publication;
  const { db } = store.database;
  const [seen, copy] = [await findAny(db, id), await findWorkingCopy(db, articleKey(id))];
  if (!seen) throw new NotFoundError("article_not_found", NO_ARTICLE);
  const now = store.clock.now();
  const isUpdate = isReadable(ANYBODY, seen, now);
  const isLater = at !== undefined && at > now;
  if (isUpdate && isLater) return schedulePublication(store, actor, id, { ...publication, at });
  if (isUpdate && !hasChanges(copy) && !note?.correction) return dropUnchanged(store, actor, id, publication);
  // A scheduled text is moved as approved; later typing stays in the working copy.
  const isMove = at !== undefined && seen.status === "published" && !isUpdate;
  const edit = (isMove ? {} : (copy?.changes ?? {})) as Edit;
  requireComplete({ status: seen.status, title: seen.title, category: seen.category, ...edit });
  const name = versionName(seen.version, copy?.version ?? null);
  const isCurrent = (current: string, publishAt: number | null) => {
    if (!matchesVersion(ifMatch, current)) return false;
    if (current !== name) throw new ChangedMeanwhileError();
    if (isDue && (publishAt === null || publishAt > now)) throw new NotDueError();
    return true;
  };
  const wasPublic = seen.published_at !== null && seen.published_at <= now;
  const publishedAt = isLater ? at : wasPublic ? seen.published_at : now;
  const change = { ...(await changeOfEdit(store.content, edit)), status: "published" as const, publishedAt };
  return updateArticle(store, actor, id, change, {
    isCurrent,
    isReported: isUpdate && hasChanges(copy),
    keepsWorkingCopy: isMove,
    note,
    claim,
  });
}

/**
 * Publishes an article's working copy, or its stored text without one, plus the given fields, in the caller's
 * transaction and without authorization; returns the affected scopes. An existing date stays, and with a future one the
 * working copy. Throws InvalidError for an article without title or category before anything is written.
 */
export async function publishRow(
  trx: Transaction<Tables>,
  store: ArticleStore,
  actor: Actor,
  { article, copy, fields }: Locked & { fields: Partial<PreparedDraft> },
): Promise<Scope[]> {
  const now = store.clock.now();
  // A scheduled article is published as approved.
  const ended = isScheduled(article, now) ? undefined : copy;
  const edit = (ended?.changes ?? {}) as Edit;
  const { status, title, category } = article;
  requireComplete({ title, category, ...edit, ...fields, status });
  const isReported = isReadable(ANYBODY, article, now) && hasChanges(ended);
  const publishedAt = article.published_at ?? now;
  const change = { ...(await changeOfEdit(store.content, edit)), ...fields, status: "published" as const, publishedAt };
  return updateRow(trx, store, actor, { before: article, ended, change, isReported });
}

/**
 * The differences of a draft's working copy from the stored article, as a change that saves it. An emptied title or
 * category keeps its stored value, as every saved article has both.
 */
export function draftChange(
  store: Pick<ArticleStore, "content">,
  copy: WorkingCopy | undefined,
): Promise<Partial<PreparedDraft>> {
  const { title, category, ...edit } = (copy?.changes ?? {}) as Edit;
  return changeOfEdit(store.content, {
    ...edit,
    ...(title?.trim() && { title }),
    ...(category?.trim() && { category }),
  });
}

/** Sets when the working copy of a published article becomes public. */
async function schedulePublication(
  store: DeskStore,
  actor: Actor,
  id: number,
  { at, ifMatch, note, claim }: Publication & { at: number },
): Promise<EditorRow> {
  return shareCommit(store.database.db, async (trx) => {
    const { article, copy, name } = await lockForEdit(trx, store, actor, id);
    if (!matchesVersion(ifMatch, name)) throw new ConflictError("stale_version", STALE_EDIT);
    await claim?.(trx);
    if (!copy) throw new InvalidError("nothing_to_publish", NOTHING_TO_PUBLISH, { at: NOTHING_TO_PUBLISH });
    requireComplete({ ...wholeOf(article, copy), status: article.status });
    const { draft, words } = await newestOf(store.content, { article, copy, now: store.clock.now() });
    await store.guardPublication(trx, { id, before: article, after: draft, words, reason: note?.reason });
    await scheduleWorkingCopy(trx, articleKey(id), { at, authorId: actor.accountId, ...note });
    const changes = { at: { to: new Date(at).toISOString() } };
    await recordEntry(trx, store.clock, {
      by: actor,
      action: "article.schedule",
      subject: subjectOf(article),
      changes,
    });
    const event = { kind: "published", detail: "scheduled", id } as const;
    await notifyOwners({ trx, clock: store.clock, by: actor }, articleDocument, event);
    return findWritten(trx, id);
  });
}

/** Cancels the time of a scheduled update; article and working copy stay. Throws NotFoundError. */
export async function cancelUpdate(store: DeskStore, by: Actor, id: number): Promise<void> {
  await shareCommit(store.database.db, async (trx) => {
    const { article, copy } = await lockForEdit(trx, store, by, id);
    if (!copy || copy.publish_at === null) throw new NotFoundError("nothing_scheduled", NOTHING_SCHEDULED);
    await scheduleWorkingCopy(trx, articleKey(id), null);
    await recordEntry(trx, store.clock, { by, action: "article.unschedule", subject: subjectOf(article) });
    const event = { kind: "returned", detail: "unpublished", id } as const;
    await notifyOwners({ trx, clock: store.clock, by }, articleDocument, event);
  });
}

const subjectOf = ({ id, title }: Pick<ArticleState, "id" | "title">) => ({ kind: "article", id, title });

/** Throws InvalidError if title or category is missing. */
function requireComplete({ status, ...names }: Pick<ArticleState, "status" | "title" | "category">): void {
  const errors = missingIn(status === "published" ? names : typedNames(names));
  const [first] = Object.values(errors);
  if (first !== undefined) throw new InvalidError("incomplete_document", first, errors);
}

/** Makes an article a draft and cancels its schedule. Throws NotFoundError and ConflictError. */
export async function unpublishArticle(
  store: DeskStore,
  actor: Actor,
  id: number,
  ifMatch: string | undefined,
): Promise<EditorRow> {
  return changeContent(store.database, async (trx) => {
    const { article: before, name } = await lockArticle(trx, id);
    const change = { status: "draft" } as const;
    await authorizeChange(trx, actor, { before, ...change, now: store.clock.now() });
    if (!matchesVersion(ifMatch, name)) throw new ConflictError("stale_version", STALE_EDIT);
    const changed = await updateRow(trx, store, actor, { before, change });
    return { result: await findWritten(trx, id), changed };
  });
}
