import type { Actor } from "#shared/actor.ts";
import { InvalidError, NotFoundError } from "#shared/errors.ts";
import { findPictureById, findUses } from "../queries.ts";
import { addressOf, NO_PICTURE } from "../rules.ts";
import type { PictureUse } from "../schema.ts";
import type { LibraryStore } from "./describe.ts";

/**
 * Makes everything that shows a picture show another one. Each use is changed in a transaction of its own, so that a
 * thousand of them hold up nobody; after a failure, the same call goes on with the rest. The picture itself stays.
 * Returns what still shows it: uses that nobody may change any more, such as sent newsletters. Throws NotFoundError.
 */
export async function replacePicture(
  store: LibraryStore,
  actor: Actor,
  { id, by }: { id: number; by: number },
): Promise<{ replaced: number; used_in: PictureUse[] }> {
  const { db } = store.database;
  if (id === by) throw new InvalidError("A picture cannot replace itself.");
  const [before, after] = [await findPictureById(db, id), await findPictureById(db, by)];
  if (!before || !after) throw new NotFoundError(NO_PICTURE);
  let replaced = 0;
  for (const replace of store.pictureReplacers)
    replaced += await replace(actor, { key: before.key, url: addressOf(after) });
  return { replaced, used_in: await findUses(db, store.pictureUses, before.key) };
}
