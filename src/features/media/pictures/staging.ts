import { createHash, randomBytes, subtle } from "node:crypto";
import type { Insertable, Kysely, Transaction } from "kysely";
import { addWords } from "#db/full-text.ts";
import { justWritten } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import type { PictureRow, PictureTable } from "#features/media/tables.ts";
import { type ImageEdit, ImageError, type MasterImage } from "#platform/images.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import { ANIMATED, isAnimated } from "#shared/pictures.ts";
import { retry } from "#shared/retry.ts";
import { masterName, type PictureStore } from "./commands.ts";
import { findListed, findPicture, type ListedPicture, tagsOf } from "./queries.ts";
import { addressOf, editedFocus, NO_PICTURE, type PictureText, searchedWords, tidyName } from "./rules.ts";

/**
 * The uploader of pictures and their file names, by index. The first `embedded` ones are parts of
 * a text, which is stored without unreadable ones.
 */
export type PictureOrigin = {
  actor?: Actor;
  names?: readonly string[];
  embedded?: number;
  /** What the library says about new ones. */
  texts?: Partial<Pick<PictureRow, PictureText | "focal_x" | "focal_y">>;
};

type NewRow = Omit<Insertable<PictureTable>, "id">;
type Prepared = { row: NewRow; isNew: boolean };

/** The same picture was stored concurrently, so its address differs. */
class AddressTakenError extends Error {}

const DELETED_NOW = "This picture is being deleted. Please try again.";

/** Each retry means that the same picture was stored concurrently. */
const MAX_ATTEMPTS = 5;

/** Retries if the same picture was stored concurrently; each try has new staged addresses. */
export const RESTAGING = {
  attempts: MAX_ATTEMPTS,
  isTemporary: (error: unknown) => error instanceof AddressTakenError,
};

/** Pictures whose files are stored under unpublished names. Disposing removes files without a row. */
export type StagedPictures = AsyncDisposable & {
  /** Their future addresses by index; empty for an unreadable embedded picture. */
  addresses: readonly string[];
  pictures: readonly Prepared[];
};

/**
 * Stores the files of pictures before their uses are written; `recordPictures` stores the rows with the uses. Throws
 * ImageError, also for an animated picture of an account, with nothing left behind.
 */
export async function stagePictures(
  store: PictureStore,
  files: Uint8Array[],
  { actor, names = [], embedded = 0, texts = {} }: PictureOrigin = {},
): Promise<StagedPictures> {
  const pictures: Prepared[] = [];
  const addresses: string[] = [];
  const staged = stagedPictures(store, pictures, addresses);
  try {
    for (const [index, bytes] of files.entries()) {
      // Copies from other hosts are still: nobody chose these files.
      if (actor && isAnimated(bytes)) throw new ImageError("animated", ANIMATED);
      // Off the main thread: hashing ten mebibytes would block every reader.
      const sha256 = Buffer.from(await subtle.digest("SHA-256", bytes)).toString("hex");
      const about = { sha256, name: tidyName(names[index] ?? ""), uploaded_by: actor?.accountId ?? null, ...texts };
      const known = pictures.find(({ row }) => row.sha256 === sha256);
      const picture =
        known ??
        (await prepare(store, about, () => store.images.master(bytes)).catch((error: unknown) => {
          if (index < embedded && error instanceof ImageError) return undefined;
          throw error;
        }));
      if (picture && !known) pictures.push(picture);
      addresses.push(picture ? addressOf(picture.row) : "");
    }
  } catch (error) {
    await staged[Symbol.asyncDispose]();
    throw error;
  }
  return staged;
}

const stagedPictures = (store: PictureStore, pictures: Prepared[], addresses: string[] = []): StagedPictures => ({
  pictures,
  addresses,
  [Symbol.asyncDispose]: async () => {
    for (const { row, isNew } of pictures) if (isNew) await removeUnlessRecorded(store, row.key);
  },
});

/**
 * Inserts the rows of staged pictures, first in the transaction of their uses. Throws the errors that `RESTAGING` retries,
 * and ConflictError if a stored picture has been deleted in the meantime.
 */
export async function recordPictures(trx: Transaction<Tables>, { pictures }: StagedPictures): Promise<void> {
  for (const picture of pictures) await recordPicture(trx, picture);
}

/**
 * Stores a picture: decoded and re-encoded without metadata. Returns its canonical address; identical bytes are stored
 * once. A job makes the smaller variants of uploads (see jobs.ts), before readers come; others are made on first request.
 * Throws ImageError if it cannot be decoded. A failed step leaves no files.
 */
export async function storePicture(store: PictureStore, bytes: Uint8Array, origin?: PictureOrigin): Promise<string> {
  return retry(RESTAGING, async () => {
    await using staged = await stagePictures(store, [bytes], origin);
    await store.database.db.transaction().execute((trx) => recordPictures(trx, staged));
    return staged.addresses[0] ?? "";
  });
}

/** The details of a new picture. */
type About = Pick<PictureRow, "sha256" | "name" | "uploaded_by"> &
  Partial<Pick<PictureRow, PictureText | "focal_x" | "focal_y">>;

/**
 * Rotates and crops a picture into a new one with the same texts, because the addresses of the old one are cached for a
 * year and may be in use. Repeating an edit returns the same picture. Throws NotFoundError and ImageError.
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
  if (!before || !file) throw new NotFoundError("picture_not_found", NO_PICTURE);
  const bytes = Buffer.concat(await file.stream.toArray());
  const sha256 = createHash("sha256")
    .update(`${before.sha256} ${JSON.stringify(edit)}`)
    .digest("hex");
  const { alt, caption, credit, licence } = before;
  const texts = { name: editedName(before.name), alt, caption, credit, licence };
  const about = { sha256, ...texts, ...editedFocus(before, edit), uploaded_by: actor.accountId };
  return retry(RESTAGING, async () => {
    await using staged = stagedPictures(store, [await prepare(store, about, () => images.master(bytes, edit))]);
    return await database.db.transaction().execute(async (trx) => {
      await recordPictures(trx, staged);
      const made = justWritten(await findByHash(trx, sha256));
      await copyTags(trx, before.id, made);
      return justWritten(await findListed(trx, made.id));
    });
  });
}

async function copyTags(trx: Transaction<Tables>, from: number, to: PictureRow): Promise<void> {
  const tags = await trx.selectFrom("picture_tag").selectAll().where("picture_id", "=", from).execute();
  if (tags.length === 0) return;
  await trx
    .insertInto("picture_tag")
    .values(tags.map((tag) => ({ ...tag, picture_id: to.id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const names = (await tagsOf(trx, [to.id])).get(to.id);
  await trx
    .updateTable("picture")
    .set({ words: searchedWords(to, names) })
    .where("id", "=", to.id)
    .execute();
}

/** The name of an edited picture, which distinguishes it from the original in the library. */
function editedName(name: string): string {
  if (name === "") return name;
  const dot = name.lastIndexOf(".");
  const end = dot > 0 ? dot : name.length;
  return `${name.slice(0, end)} (edited)${name.slice(end)}`;
}

/** Stores the file created by `make`, unless a picture has this hash. Throws the errors of `make`. */
async function prepare(store: PictureStore, about: About, make: () => Promise<MasterImage>): Promise<Prepared> {
  const known = await findByHash(store.database.db, about.sha256);
  if (known) return { row: known, isNew: false };
  return { row: await putMaster(store, await make(), about), isNew: true };
}

/** Writes the master of a new picture and returns its future row. A failure leaves no files. */
async function putMaster(store: PictureStore, master: MasterImage, about: About): Promise<NewRow> {
  const row = {
    ...about,
    key: randomBytes(12).toString("hex"),
    width: master.width,
    height: master.height,
    fallback_format: master.format,
    has_variants: 0 as const,
    created_at: store.clock.now(),
    size: master.data.length,
    words: searchedWords({ alt: "", caption: "", credit: "", licence: "", ...about }),
  };
  try {
    await store.storage.put(`${row.key}/${masterName(row)}`, master.data);
  } catch (error) {
    await store.storage.removeFolder(row.key);
    throw error;
  }
  return row;
}

/**
 * Throws AddressTakenError if another upload of the same picture was first, and ConflictError if the stored one has
 * been deleted in the meantime.
 */
async function recordPicture(trx: Transaction<Tables>, { row, isNew }: Prepared): Promise<void> {
  if (isNew) {
    const made = await trx
      .insertInto("picture")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning("words")
      .executeTakeFirst();
    if (made) return addWords(trx, made.words.split(" "));
  }
  const known = await findByHash(trx, row.sha256);
  if (!known) throw new ConflictError("picture_busy", DELETED_NOW);
  if (known.key !== row.key) throw new AddressTakenError();
  // An editor wants it again.
  if (known.hidden_at !== null)
    await trx.updateTable("picture").set({ hidden_at: null }).where("id", "=", known.id).execute();
}

/** Removes files whose row was not created. If the database is unavailable they stay: a lost picture would be worse. */
async function removeUnlessRecorded({ database, storage }: PictureStore, key: string): Promise<void> {
  const isRecorded = await findPicture(database.db, key).then(Boolean, () => true);
  if (!isRecorded) await storage.removeFolder(key).catch(() => undefined);
}

function findByHash(db: Kysely<Tables>, sha256: string) {
  return db.selectFrom("picture").selectAll().where("sha256", "=", sha256).executeTakeFirst();
}
