import type { Transaction } from "kysely";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { addWords } from "#db/vocabulary.ts";
import { recordEntry } from "#features/audit/commands.ts";
import type { Actor } from "#shared/actor.ts";
import { DomainError, InUseError, InvalidError, NotFoundError } from "#shared/errors.ts";
import { authorize } from "#shared/permissions.ts";
import { deletePicture, type LibraryStore } from "./commands.ts";
import { findPictureById, tagsOf } from "./queries.ts";
import { MAX_PICTURE_TAGS, NO_PICTURE, searchedWords, tagKey } from "./rules.ts";
import type { PictureBulkChange, PictureBulkResult } from "./schema.ts";

/**
 * Tags or deletes pictures, each in its own transaction, so that one failure does not stop the others. A picture in
 * use is not deleted.
 */
export async function changePictures(
  store: LibraryStore,
  actor: Actor,
  ids: readonly number[],
  change: PictureBulkChange,
): Promise<PictureBulkResult> {
  if (change.delete) authorize(actor, "picture.manage");
  const result: PictureBulkResult = { changed: [], failed: [] };
  for (const id of new Set(ids)) {
    const name = (await findPictureById(store.database.db, id))?.name ?? "";
    try {
      if (change.delete) await deletePicture(store, actor, id);
      else await shareCommit(store.database.db, (trx) => tagPicture(trx, store, { actor, id, change }));
      result.changed.push(id);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      result.failed.push({ id, name, detail: reasonOf(error) });
    }
  }
  return result;
}

function reasonOf(error: DomainError): string {
  if (!(error instanceof InUseError)) return error.message;
  const count = error.usedIn.length;
  return count === 1 ? "It is used in one place." : `It is used in ${count} places.`;
}

type Tagging = { actor: Actor; id: number; change: PictureBulkChange };

/** Throws NotFoundError, ForbiddenError, and InvalidError for too many tags. */
async function tagPicture(trx: Transaction<Tables>, { clock }: LibraryStore, { actor, id, change }: Tagging) {
  const picture = await trx.selectFrom("picture").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!picture) throw new NotFoundError("picture_not_found", NO_PICTURE);
  authorize(actor, "picture.describe", { owners: [picture.uploaded_by] });
  const before = (await tagsOf(trx, [id])).get(id) ?? [];
  const tags = new Map(before.map((name) => [tagKey(name), name]));
  for (const name of change.tags_remove ?? []) tags.delete(tagKey(name));
  for (const name of change.tags_add ?? []) tags.set(tagKey(name), tags.get(tagKey(name)) ?? name);
  if (tags.size > MAX_PICTURE_TAGS)
    throw new InvalidError("too_many_tags", `A picture has at most ${MAX_PICTURE_TAGS} tags.`);
  const after = [...tags].sort(([left], [right]) => (left < right ? -1 : 1));
  const names = after.map(([, name]) => name);
  if (names.join("\n") === before.join("\n")) return;
  await trx.deleteFrom("picture_tag").where("picture_id", "=", id).execute();
  if (after.length > 0)
    await trx
      .insertInto("picture_tag")
      .values(after.map(([tag_key, name]) => ({ picture_id: id, tag_key, name })))
      .execute();
  const words = searchedWords(picture, names);
  await trx.updateTable("picture").set({ words }).where("id", "=", id).execute();
  await addWords(trx, words.split(" "));
  await recordEntry(trx, clock, {
    by: actor,
    action: "picture.describe",
    subject: { kind: "picture", id, title: picture.name },
    changes: { tags: { from: before.join(", "), to: names.join(", ") } },
  });
}
