import type { Transaction } from "kysely";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { type ArticleState, readStates } from "#features/articles/changes.ts";
import type { ArticleSnapshot } from "#features/articles/drafts.ts";
import { articlesShowing, pictureReplaced, withoutPicture } from "#features/articles/pictures.ts";
import { articleKey } from "#features/articles/rules.ts";
import { newestOf } from "#features/articles/working-copy.ts";
import { rewriteWorkingCopy } from "#features/documents/history/commands.ts";
import { findWorkingCopy, workingCopiesShowing } from "#features/documents/history/queries.ts";
import { lockForEdit, writeCopy } from "#features/documents/lifecycle/editing.ts";
import { lockEdited, wholeOf } from "#features/documents/lifecycle/type.ts";
import { readRule } from "#features/documents/review/queries.ts";
import { trashedTitles } from "#features/documents/trash/queries.ts";
import type { Replacement } from "#features/media/pictures/commands.ts";
import type { Actor } from "#shared/actor.ts";
import { ForbiddenError, isAllowed } from "#shared/errors.ts";
import { pictureFolder } from "#shared/pictures.ts";
import { articleDocument } from "../document.ts";
import { articleCopies, articleType, type DeskStore } from "../type.ts";

/**
 * Replaces the picture `key` by the one at `url` in all working copies; returns how many changed. Skips articles in the
 * trash.
 */
export async function replacePictureInWorkingCopies(
  store: DeskStore,
  actor: Actor,
  { key, url }: Replacement,
): Promise<number> {
  const { db } = store.database;
  const type = articleType(store);
  const all = await workingCopiesShowing(db, "article", `%${pictureFolder(key)}%`);
  const trashed = await trashedTitles(db, "article", all);
  const ids = all.filter((id) => !trashed.has(id));
  for (const id of ids)
    await shareCommit(db, async (trx) => {
      const edited = await lockForEdit(trx, type, actor, id);
      if (!edited.copy) return;
      const replaced = pictureReplaced(wholeOf(type, edited), { key, url });
      await writeCopy(trx, store, type, edited, replaced, { actor, isAutosave: true, tells: false });
    });
  return ids.length;
}

/** Clears the picture fields of working copies with the picture `key`, also of articles in the trash. */
export async function emptyPictureOfWorkingCopies(
  trx: Transaction<Tables>,
  store: Pick<DeskStore, "clock">,
  key: string,
  actor: Actor,
): Promise<void> {
  const folder = pictureFolder(key);
  const empty = <Fields extends object>(fields: Fields) => withoutPicture(fields, folder);
  const ids = await workingCopiesShowing(trx, "article", `%${folder}%`);
  const trashed = await trashedTitles(trx, "article", ids);
  for (const id of ids) {
    // No window can save it, so its version stays.
    if (trashed.has(id)) await rewriteWorkingCopy(trx, articleKey(id), empty);
    else {
      const edited = await lockEdited(trx, articleCopies, id);
      const emptied = empty(wholeOf<ArticleState, ArticleSnapshot>(articleCopies, edited));
      await writeCopy<ArticleState, ArticleSnapshot>(trx, store, articleCopies, edited, emptied, {
        actor,
        isAutosave: true,
        tells: false,
      });
    }
  }
}

/** Maximum articles named in the error. */
const MAX_NAMED = 3;

/**
 * Throws ForbiddenError if the guard forbids replacing a picture that is public, or will be at a set time. Called
 * before the first replacement; each write is checked again.
 */
export async function guardReplacement(store: DeskStore, picture: Replacement): Promise<void> {
  const { db } = store.database;
  // Preparing every affected text is expensive, so skip it while the rule is off.
  if (!(await readRule(db)).enabled) return;
  const folder = pictureFolder(picture.key);
  const shown = (await articlesShowing(db, folder)).map(({ id }) => id);
  const blocked: string[] = [];
  for (const id of new Set([...shown, ...(await workingCopiesShowing(db, "article", `%${folder}%`))])) {
    const article = await readStates(db).where("article.id", "=", id).executeTakeFirst();
    if (article?.status === "published" && !(await mayShow(store, article, picture))) blocked.push(article.title);
  }
  if (blocked.length === 0) return;
  const named = blocked.slice(0, MAX_NAMED).map((title) => `“${title}”`);
  const more = blocked.length - named.length;
  const articles = new Intl.ListFormat("en").format(more > 0 ? [...named, `${more} more articles`] : named);
  const detail = `Nothing was replaced: the pictures of ${articles} change only with a second person's approval. Change the picture in the article itself.`;
  throw new ForbiddenError("approval_required", detail, { review: detail });
}

/** Whether the guard lets a published article and its scheduled update show another picture. */
async function mayShow(store: DeskStore, article: ArticleState, picture: Replacement): Promise<boolean> {
  const { db } = store.database;
  const [now, copy] = [store.clock.now(), await findWorkingCopy(db, articleKey(article.id))];
  const isDue = copy !== undefined && copy.publish_at !== null;
  return isAllowed(async () => {
    for (const shown of [undefined, ...(isDue ? [copy] : [])]) {
      const whole = wholeOf<ArticleState, ArticleSnapshot>(articleDocument, { row: article, copy: shown });
      if (!`${whole.image_url} ${whole.social_image} ${whole.content}`.includes(pictureFolder(picture.key))) continue;
      const changes = pictureReplaced(whole, picture);
      const { draft, words } = await newestOf(store.content, { article, copy: { changes }, now });
      await store.guardPublication(db, { id: article.id, before: article, after: draft, words });
    }
  });
}
