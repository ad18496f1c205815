import { createHash } from "node:crypto";
import type { ImageEdit } from "#platform/image-process.ts";
import type { Actor } from "#shared/actor.ts";
import { NotFoundError } from "#shared/errors.ts";
import { masterName, type PictureStore } from "../commands.ts";
import { findListed, type ListedPicture } from "../queries.ts";
import { editedFocus, NO_PICTURE } from "../rules.ts";
import { storeMaster } from "../staging.ts";

/**
 * Turns and crops a picture into a new one with the same texts: the addresses of the old one are cached for a year, and
 * something may show it. The same edit again returns the picture it made before. Throws NotFoundError and ImageError.
 */
export async function editPicture(
  store: PictureStore,
  actor: Actor,
  id: number,
  edit: ImageEdit,
): Promise<ListedPicture> {
  const { database, storage, images } = store;
  const before = await findListed(database.db, id);
  const file = before && (await storage.read(`${before.key}/${masterName(before)}`));
  if (!before || !file) throw new NotFoundError(NO_PICTURE);
  const bytes = Buffer.concat(await file.stream.toArray());
  const sha256 = createHash("sha256")
    .update(`${before.sha256} ${JSON.stringify(edit)}`)
    .digest("hex");
  const { name, alt, caption, credit, licence } = before;
  const made = await storeMaster(store, () => images.master(bytes, edit), {
    sha256,
    name: editedName(name),
    alt,
    caption,
    credit,
    licence,
    ...editedFocus(before, edit),
    uploaded_by: actor.accountId,
  });
  const row = await findListed(database.db, made);
  if (!row) throw new NotFoundError(NO_PICTURE);
  return row;
}

/** The name of a picture that was made from another: it tells the two apart in the library. */
export const editedName = (name: string): string => {
  if (name === "") return name;
  const dot = name.lastIndexOf(".");
  const end = dot > 0 ? dot : name.length;
  return `${name.slice(0, end)} (edited)${name.slice(end)}`;
};
