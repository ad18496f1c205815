import type { Kysely } from "kysely";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { type ArticleStore, lockedState, saveOf, updateArticle } from "#features/articles/commands.ts";
import { type ArticleSnapshot, authorRefs } from "#features/articles/drafts.ts";
import { authorizeArticle } from "#features/articles/policy.ts";
import { type EditorRow, findAny } from "#features/articles/queries.ts";
import { articleKey, NO_ARTICLE, STALE_EDIT } from "#features/articles/rules.ts";
import { changeOfEdit } from "#features/articles/working-copy.ts";
import { ensureFirstRevision, nameRevision } from "#features/documents/history/commands.ts";
import { readRevision } from "#features/documents/history/queries.ts";
import { describeKnown } from "#features/identity/accounts/queries.ts";
import { matchesVersion } from "#platform/version-tags.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import { NO_REVISION } from "../rules.ts";
import { type Edit, lockForEdit, wholeOf, writeCopy } from "./copies.ts";

/** Names a version of an article. Throws NotFoundError and ForbiddenError. */
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
 * Restores what a version says, as a new version: of a published article in its working copy, so that readers see it
 * when it is published; of any other at once. Status, date and switches stay as they are. Throws NotFoundError,
 * ForbiddenError and ConflictError.
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

/** The fields of a version that are restored: what it says, not how it is published or where it is shown. */
function restorableTexts(snapshot: ArticleSnapshot): Edit {
  const { title, excerpt, content, image_url, image_alt, category, tags } = snapshot;
  const texts = { title, excerpt, content, image_url, image_alt, tags };
  return { ...texts, ...(category && { category }) };
}

async function restorable(db: Kysely<Tables>, snapshot: ArticleSnapshot): Promise<Edit> {
  const authors = await describeKnown(db, authorRefs(snapshot));
  return { ...restorableTexts(snapshot), authors: authors.map(({ id, name }) => id ?? name) };
}
