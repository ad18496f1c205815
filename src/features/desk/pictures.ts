import { shareCommit } from "#db/shared-commit.ts";
import { contentReplaced } from "#features/articles/pictures.ts";
import { fieldReplaced } from "#features/pictures/rules.ts";
import { workingCopiesShowing } from "#features/revisions/queries.ts";
import { trashedTitles } from "#features/trash/queries.ts";
import type { Actor } from "#shared/actor.ts";
import { pictureFolder } from "#shared/pictures.ts";
import type { DeskStore } from "./commands.ts";
import { lockArticle, wholeOf, writeCopy } from "./internal/copies.ts";

/**
 * Shows the picture at `url` in all working copies that show the picture `key`; returns how many they were. Those of
 * articles in the trash stay as the articles do.
 */
export async function replacePictureInWorkingCopies(
  store: DeskStore,
  actor: Actor,
  { key, url }: { key: string; url: string },
): Promise<number> {
  const { db } = store.database;
  const all = await workingCopiesShowing(db, `%${pictureFolder(key)}%`);
  const trashed = await trashedTitles(db, all);
  const ids = all.filter((id) => !trashed.has(id));
  for (const id of ids)
    await shareCommit(db, async (trx) => {
      const { article, copy } = await lockArticle(trx, store, actor, id);
      if (!copy) return;
      const whole = wholeOf(article, copy);
      const replaced = {
        ...whole,
        content: contentReplaced(whole.content, key, url),
        image_url: fieldReplaced(whole.image_url, key, url),
      };
      await writeCopy(trx, store, article, replaced, { actor, isAutosave: true });
    });
  return ids.length;
}
