import { shareCommit } from "#db/shared-commit.ts";
import { recordEntry } from "#features/audit/commands.ts";
import type { Actor } from "#shared/actor.ts";
import { InvalidError, NotFoundError } from "#shared/errors.ts";
import { findPictureById, findUses } from "../queries.ts";
import { addressOf, NO_PICTURE } from "../rules.ts";
import type { PictureUse } from "../schema.ts";
import type { LibraryStore } from "./describe.ts";

/**
 * Makes everything that shows a picture show another one. Each use is changed in a transaction of its own, so that a
 * thousand of them hold up nobody; after a failure, the same call goes on with the rest. The picture itself stays.
 * Returns what still shows it: uses that nobody may change any more, such as sent newsletters. Throws NotFoundError, and
 * ForbiddenError before anything is changed if some use needs a second person's approval.
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
  const picture = { key: before.key, url: addressOf(after) };
  await store.guardReplacement(picture);
  // Before the first use is changed: a replacement that fails half-way is recorded, too.
  await shareCommit(db, (trx) =>
    recordEntry(trx, store.clock, {
      by: actor,
      action: "picture.replace",
      subject: { kind: "picture", id, title: before.name },
      changes: { by: { to: by }, name: { from: before.name, to: after.name } },
    }),
  );
  let replaced = 0;
  for (const replace of store.pictureReplacers) replaced += await replace(picture, actor);
  return { replaced, used_in: await findUses(db, store.pictureUses, before.key) };
}
