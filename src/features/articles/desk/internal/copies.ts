import type { Kysely, Transaction } from "kysely";
import { justWritten } from "#db/rows.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { type ArticleState, differsInText } from "#features/articles/changes.ts";
import {
  type ArticleStore,
  findWritten,
  lockArticle,
  lockedState,
  saveOf,
  updateArticle,
} from "#features/articles/commands.ts";
import { articleDocument } from "#features/articles/document.ts";
import { type ArticleSnapshot, authorRefs, snapshotOf } from "#features/articles/drafts.ts";
import type { EditSource } from "#features/articles/events.ts";
import { updateArticleList } from "#features/articles/list/commands.ts";
import { authorizeArticle, authorizeFlags } from "#features/articles/policy.ts";
import { type EditorRow, findAny } from "#features/articles/queries.ts";
import { articleKey, NO_ARTICLE, NO_REVISION, STALE_EDIT } from "#features/articles/rules.ts";
import { changeOfEdit } from "#features/articles/working-copy.ts";
import {
  dropWorkingCopy,
  ensureFirstRevision,
  nameRevision,
  recordRevision,
  storeWorkingCopy,
} from "#features/documents/history/commands.ts";
import { findWorkingCopy, readRevision, type WorkingCopy } from "#features/documents/history/queries.ts";
import { describeKnown } from "#features/identity/accounts/queries.ts";
import { notifyOwners, notifyPublishers } from "#features/notifications/commands.ts";
import { matchesVersion } from "#platform/version-tags.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import type { Copied } from "../present.ts";

/** The fields of an article that a working copy or a restored version changes. */
export type Edit = Partial<Omit<ArticleSnapshot, "status" | "published_date">>;

/** Locks an article and its working copy for a change by an actor. Throws NotFoundError and ForbiddenError. */
export async function lockForEdit(
  trx: Transaction<Tables>,
  { clock }: Pick<ArticleStore, "clock">,
  actor: Actor,
  id: number,
) {
  const locked = await lockArticle(trx, id);
  const { article, copy } = locked;
  const judged = { article, now: clock.now() };
  await authorizeArticle(trx, actor, "article.write", judged);
  // Scheduled text becomes public without another check.
  if (copy && copy.publish_at !== null) await authorizeArticle(trx, actor, "article.publish", judged);
  return locked;
}

export const wholeOf = (article: ArticleState, copy: WorkingCopy | undefined) =>
  ({ ...snapshotOf(article), ...copy?.changes }) as ArticleSnapshot;

/** The fields of `whole` that differ from the stored article's. */
function changesFrom(stored: ArticleSnapshot, whole: ArticleSnapshot): Edit {
  const before: Record<string, unknown> = { ...stored, authors: authorRefs(stored) };
  const differs = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(whole).filter(differs));
}

export const isUnchangedBy = (article: ArticleSnapshot, edit: Edit): boolean =>
  Object.keys(changesFrom(article, { ...article, ...edit })).length === 0;

export type Locked = { article: ArticleState; copy: WorkingCopy | undefined };
/**
 * `source`: the origin of the edit; people are notified only of an editor's. `suggestedBy`: the account whose suggestion
 * the actor accepts.
 */
type WriteCopy = { actor: Actor; isAutosave: boolean; source?: EditSource; suggestedBy?: number | undefined };

/**
 * Replaces an article's working copy by `whole`, as a new version, and notifies the owners of another user's edit. One that
 * says what readers have is no change, and is removed. Throws ForbiddenError.
 */
export async function writeCopy(
  trx: Transaction<Tables>,
  { clock }: Pick<ArticleStore, "clock">,
  { article, copy: former }: Locked,
  whole: ArticleSnapshot,
  { actor, isAutosave, source = "editor", suggestedBy }: WriteCopy,
): Promise<Copied> {
  const by = { authorId: actor.accountId, at: clock.now() };
  await authorizeFlags(trx, actor, { article, copy: former }, { after: whole, now: by.at });
  const changes = changesFrom(snapshotOf(article), whole);
  const isNone = article.status === "published" && former?.publish_at == null && Object.keys(changes).length === 0;
  const unchanged = { changes, publish_at: null, saved_at: by.at, saved_by: by.authorId };
  if (isNone && !former) return { row: await findWritten(trx, article.id), copy: unchanged };
  if (isNone) await dropWorkingCopy(trx, articleKey(article.id), { isChange: true });
  else await storeWorkingCopy(trx, articleKey(article.id), { ...by, whole, changes });
  const startsCopy = former === undefined;
  const save = { ...by, snapshot: whole, isAutosave, documentVersion: null, startsCopy, suggestedBy };
  await recordRevision(trx, articleKey(article.id), save, () => saveOf(article));
  await updateArticleList(trx, [{ before: article, after: article }]);
  const isByEditor = source === "editor";
  if (isByEditor && differsInText(wholeOf(article, former), whole))
    await notifyOwners({ trx, clock, by: actor }, articleDocument, { kind: "changed", id: article.id });
  if (isByEditor && article.status === "published" && !isUnchangedBy(snapshotOf(article), whole))
    await notifyPublishers({ trx, clock, by: actor }, articleDocument, { id: article.id, detail: "proposed" });
  const copy = isNone ? unchanged : justWritten(await findWorkingCopy(trx, articleKey(article.id)));
  return { row: await findWritten(trx, article.id), copy };
}

export async function noteRevision(
  { database, clock }: ArticleStore,
  actor: Actor,
  { id, n }: { id: number; n: number },
  note: string,
): Promise<void> {
  await shareCommit(database.db, async (trx) => {
    const article = await lockedState(trx, id);
    await authorizeArticle(trx, actor, "article.write", { article, now: clock.now() });
    await ensureFirstRevision(trx, articleKey(id), () => saveOf(article));
    if (!(await nameRevision(trx, articleKey(id), n, note))) throw new NotFoundError("version_not_found", NO_REVISION);
  });
}

/**
 * Restores a version as a new one: of a published article in its working copy, otherwise immediately. Status, date and
 * switches stay. Throws NotFoundError, ForbiddenError and ConflictError.
 */
export async function restoreRevision(
  store: ArticleStore,
  actor: Actor,
  { id, n }: { id: number; n: number },
  ifMatch: string | undefined,
): Promise<EditorRow> {
  const { db } = store.database;
  const seen = await findAny(db, id);
  if (!seen) throw new NotFoundError("article_not_found", NO_ARTICLE);
  await authorizeArticle(db, actor, "article.write", { article: seen, now: store.clock.now() });
  const revision = await readRevision(db, articleKey(id), n);
  // An article without stored versions is its own first one.
  if (!revision && (n > 1 || (await readRevision(db, articleKey(id), 1))))
    throw new NotFoundError("version_not_found", NO_REVISION);
  const edit = revision ? await restorable(db, revision.snapshot as ArticleSnapshot) : {};
  const isCurrent = (name: string) => matchesVersion(ifMatch, name);
  if (seen.status !== "published")
    return updateArticle(store, actor, id, await changeOfEdit(store.content, edit), { isCurrent });
  return shareCommit(db, async (trx) => {
    const { article, copy, name } = await lockForEdit(trx, store, actor, id);
    if (!isCurrent(name)) throw new ConflictError("stale_version", STALE_EDIT);
    const whole = { ...wholeOf(article, copy), ...edit };
    return (await writeCopy(trx, store, { article, copy }, whole, { actor, isAutosave: false })).row;
  });
}

/** The restored fields of a version: its content, not its status or placement. */
function restorableTexts(snapshot: ArticleSnapshot): Edit {
  const { title, excerpt, content, image_url, image_alt, category, tags } = snapshot;
  const texts = { title, excerpt, content, image_url, image_alt, tags };
  return { ...texts, ...(category && { category }) };
}

async function restorable(db: Kysely<Tables>, snapshot: ArticleSnapshot): Promise<Edit> {
  const authors = await describeKnown(db, authorRefs(snapshot));
  return { ...restorableTexts(snapshot), authors: authors.map(({ id, name }) => id ?? name) };
}
