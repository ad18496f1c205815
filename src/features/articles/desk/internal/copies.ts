import type { Transaction } from "kysely";
import { justWritten } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { type ArticleState, differsInText } from "#features/articles/changes.ts";
import { type ArticleStore, findWritten, lockArticle, saveOf } from "#features/articles/commands.ts";
import { articleDocument } from "#features/articles/document.ts";
import { type ArticleSnapshot, snapshotOf } from "#features/articles/drafts.ts";
import type { EditSource } from "#features/articles/events.ts";
import { updateArticleList } from "#features/articles/list/commands.ts";
import { authorizeArticle, authorizeFlags } from "#features/articles/policy.ts";
import { articleKey } from "#features/articles/rules.ts";
import { recordRevision, storeWorkingCopy } from "#features/documents/history/commands.ts";
import { findWorkingCopy, type WorkingCopy } from "#features/documents/history/queries.ts";
import { notifyOwners, notifyPublishers } from "#features/notifications/commands.ts";
import type { Actor } from "#shared/actor.ts";
import type { Copied } from "../present.ts";

/** The fields of an article that a working copy, or a restored version, brings. */
export type Edit = Partial<Omit<ArticleSnapshot, "status" | "published_date">>;

/**
 * An article as the transaction finds it, locked, with its working copy, for an actor who changes that. Throws
 * NotFoundError and ForbiddenError.
 */
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
  // What will be public without another look.
  if (copy && copy.publish_at !== null) await authorizeArticle(trx, actor, "article.publish", judged);
  return locked;
}

/** `article` with the changes of its working copy. */
export const wholeOf = (article: ArticleState, copy: WorkingCopy | undefined) =>
  ({ ...snapshotOf(article), ...copy?.changes }) as ArticleSnapshot;

/** The fields of `whole` that differ from the stored article's. */
function changesFrom(stored: ArticleSnapshot, whole: ArticleSnapshot): Edit {
  const before: Record<string, unknown> = stored;
  const differs = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(whole).filter(differs));
}

/** Whether an article already says everything that an edit does. */
export const isUnchangedBy = (article: ArticleSnapshot, edit: Edit): boolean =>
  Object.keys(changesFrom(article, { ...article, ...edit })).length === 0;

/** An article as the transaction has locked it, with its working copy. */
export type Locked = { article: ArticleState; copy: WorkingCopy | undefined };
/** `source`: what made the edit; people are notified only of an editor's. */
type WriteCopy = { actor: Actor; isAutosave: boolean; source?: EditSource };

/**
 * Stores `whole` as the working copy of an article in the transaction, in place of the one it has, and its version. Tells
 * the owners of a text that somebody else has changed. Throws ForbiddenError.
 */
export async function writeCopy(
  trx: Transaction<Tables>,
  { clock }: Pick<ArticleStore, "clock">,
  { article, copy: former }: Locked,
  whole: ArticleSnapshot,
  { actor, isAutosave, source = "editor" }: WriteCopy,
): Promise<Copied> {
  const by = { authorId: actor.accountId, at: clock.now() };
  await authorizeFlags(trx, actor, { article, copy: former }, { after: whole, now: by.at });
  await storeWorkingCopy(trx, articleKey(article.id), {
    ...by,
    whole,
    changes: changesFrom(snapshotOf(article), whole),
  });
  const save = { ...by, snapshot: whole, isAutosave, documentVersion: null, startsCopy: former === undefined };
  await recordRevision(trx, articleKey(article.id), save, () => saveOf(article));
  await updateArticleList(trx, [{ before: article, after: article }]);
  const isByEditor = source === "editor";
  if (isByEditor && differsInText(wholeOf(article, former), whole))
    await notifyOwners({ trx, clock, by: actor }, articleDocument, { kind: "changed", id: article.id });
  if (isByEditor && article.status === "published" && !isUnchangedBy(snapshotOf(article), whole))
    await notifyPublishers({ trx, clock, by: actor }, articleDocument, { id: article.id, detail: "proposed" });
  const copy = justWritten(await findWorkingCopy(trx, articleKey(article.id)));
  return { row: await findWritten(trx, article.id), copy };
}
