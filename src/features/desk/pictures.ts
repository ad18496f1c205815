import { shareCommit } from "#db/shared-commit.ts";
import { contentReplaced } from "#features/articles/pictures.ts";
import { fieldReplaced } from "#features/pictures/rules.ts";
import { workingCopiesShowing } from "#features/revisions/queries.ts";
import type { Actor } from "#shared/actor.ts";
import { pictureFolder } from "#shared/pictures.ts";
import type { DeskStore } from "./commands.ts";
import { lockArticle, wholeOf, writeCopy } from "./internal/copies.ts";

/** Shows the picture at `url` in all working copies that show the picture `key`; returns how many they were. */
export async function replacePictureInWorkingCopies(
  store: DeskStore,
  actor: Actor,
  { key, url }: { key: string; url: string },
): Promise<number> {
  const ids = await workingCopiesShowing(store.database.db, `%${pictureFolder(key)}%`);
  for (const id of ids)
    await shareCommit(store.database.db, async (trx) => {
      const { article, copy } = await lockArticle(trx, store, actor, id);
      if (!copy) return;
      const whole = wholeOf(article, copy);
      const replaced = {
        ...whole,
        content: contentReplaced(whole.content, key, url),
        image_url: fieldReplaced(whole.image_url, key, url),
      };
      await writeCopy(trx, store, { article, copy }, replaced, { actor, isAutosave: true, isSilent: true });
    });
  return ids.length;
}
