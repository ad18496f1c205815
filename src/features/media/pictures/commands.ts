import { randomBytes, subtle } from "node:crypto";
import type { Insertable, Kysely, Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import { EVERYTHING } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { addWords } from "#db/vocabulary/commands.ts";
import { recordEntry } from "#features/audit/commands.ts";
import type { PictureRow, PictureTable } from "#features/media/tables.ts";
import type { Clock } from "#platform/clock.ts";
import { ImageError } from "#platform/image-process.ts";
import type { Images, MasterImage } from "#platform/images.ts";
import type { Storage } from "#platform/storage.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InUseError, NotFoundError } from "#shared/errors.ts";
import { MODERN_FORMATS, pictureWidths } from "#shared/pictures.ts";
import { retry } from "#shared/retry.ts";
import { type FindUses, findPicture, findPictureById, findUses, isRemoved } from "./queries.ts";
import { addressesOf, addressOf, NO_PICTURE, type PictureText, searchedWords, tidyName } from "./rules.ts";
import type { PictureUse } from "./schema.ts";

export type PictureStore = { database: Database; storage: Storage; images: Images; clock: Clock };

/** The master's file name under the picture's key: what remains if all smaller variants are missing. */
export function masterName(row: Pick<PictureRow, "width" | "height" | "fallback_format">): string {
  return `${row.width}x${row.height}.${row.fallback_format}`;
}

/** The names of all files of a stored picture, the master first. */
export function fileNames(row: PictureRow): string[] {
  const variants = row.has_variants === 0 ? [] : pictureWidths(row.width);
  const files = variants.flatMap((width) => MODERN_FORMATS.map((format) => `${width}.${format}`));
  return [masterName(row), ...files].map((file) => `${row.key}/${file}`);
}

/** Inserts the rows of the pictures in the writer's transaction. */
export type RecordPictures = (trx: Transaction<Tables>) => Promise<void>;

/**
 * Who brings pictures, and the names of their files, by their place in the list. The first `embedded` ones are parts of
 * a text, which is stored without those that cannot be read.
 */
export type PictureOrigin = { actor?: Actor; names?: readonly string[]; embedded?: number };

type NewRow = Omit<Insertable<PictureTable>, "id">;
type Prepared = { bytes: Uint8Array; row: NewRow; isNew: boolean };

/**
 * Stores a picture: decoded and re-encoded without metadata. Returns its canonical address; identical bytes are stored
 * once. A job makes the smaller variants later (see jobs.ts), so that nobody waits for encoders; until then the master
 * is served instead. Throws ImageError if it cannot be decoded; nothing is left behind when a step fails.
 */
export async function storePicture(store: PictureStore, bytes: Uint8Array, origin?: PictureOrigin): Promise<string> {
  const write = async ([address = ""]: string[], record: RecordPictures) => {
    await store.database.db.transaction().execute(record);
    return address;
  };
  return withPictures(store, [bytes], write, origin);
}

/** Somebody else stored the same picture at the same moment, so its address is a different one. */
class AddressTakenError extends Error {}

const DELETED_NOW = "This picture was being deleted just now. Please try again.";

/** Each retry means that somebody else was faster with the same picture. */
const MAX_ATTEMPTS = 5;

/**
 * Stores pictures together with what shows them, or neither: first the files, under names that nobody knows yet, then
 * their rows in the transaction that `write` opens, by calling `record` first in it. `write` gets the future addresses
 * of the pictures, empty for an unreadable embedded one, and is called again if one of them turns out to be different.
 * Throws ImageError, and whatever `write` throws.
 */
export async function withPictures<T>(
  store: PictureStore,
  files: Uint8Array[],
  write: (addresses: string[], record: RecordPictures) => Promise<T>,
  origin: PictureOrigin = {},
): Promise<T> {
  const isTemporary = (error: unknown) => error instanceof AddressTakenError;
  return retry({ attempts: MAX_ATTEMPTS, isTemporary }, () => tryWithPictures(store, files, write, origin));
}

async function tryWithPictures<T>(
  store: PictureStore,
  files: Uint8Array[],
  write: (addresses: string[], record: RecordPictures) => Promise<T>,
  { actor, names = [], embedded = 0 }: PictureOrigin,
): Promise<T> {
  const prepared: Prepared[] = [];
  const addresses: string[] = [];
  try {
    for (const [index, bytes] of files.entries()) {
      const known = prepared.find(({ bytes: other }) => Buffer.compare(other, bytes) === 0);
      const about = { name: tidyName(names[index] ?? ""), uploaded_by: actor?.accountId ?? null };
      const picture = known ?? (await prepareOptional(store, bytes, { about, isOptional: index < embedded }));
      if (picture && !known) prepared.push(picture);
      addresses.push(picture ? addressOf(picture.row) : "");
    }
    return await write(addresses, async (trx) => {
      for (const picture of prepared) await recordPicture(trx, picture);
    });
  } finally {
    for (const { row, isNew } of prepared) if (isNew) await removeUnlessRecorded(store, row.key);
  }
}

/** What is known of a new picture besides its bytes. */
type About = Pick<PictureRow, "name" | "uploaded_by"> & Partial<Pick<PictureRow, PictureText | "focal_x" | "focal_y">>;

/** Null for an optional picture that cannot be read. */
async function prepareOptional(
  store: PictureStore,
  bytes: Uint8Array,
  { about, isOptional }: { about: About; isOptional: boolean },
): Promise<Prepared | null> {
  try {
    return await prepare(store, bytes, about);
  } catch (error) {
    if (isOptional && error instanceof ImageError) return null;
    throw error;
  }
}

async function prepare(store: PictureStore, bytes: Uint8Array, about: About): Promise<Prepared> {
  // Off the main thread: hashing ten mebibytes would block every reader.
  const sha256 = Buffer.from(await subtle.digest("SHA-256", bytes)).toString("hex");
  const known = await findByHash(store.database.db, sha256);
  if (known) return { bytes, row: known, isNew: false };
  const master = await store.images.master(bytes);
  return { bytes, row: await putMaster(store, master, { sha256, ...about }), isNew: true };
}

/**
 * Stores the picture that `make` makes, unless there is one with this hash; returns its id. Throws whatever `make`
 * throws.
 */
export async function storeMaster(
  store: PictureStore,
  make: () => Promise<MasterImage>,
  about: About & Pick<PictureRow, "sha256">,
): Promise<number> {
  const { db } = store.database;
  const known = await findByHash(db, about.sha256);
  if (known) return known.id;
  const row = await putMaster(store, await make(), about);
  try {
    await db
      .insertInto("picture")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } finally {
    await removeUnlessRecorded(store, row.key);
  }
  const stored = await findByHash(db, about.sha256);
  if (!stored) throw new ConflictError(DELETED_NOW);
  return stored.id;
}

/** Writes the master of a new picture; returns its future row. Nothing is left behind when that fails. */
async function putMaster(
  store: PictureStore,
  master: MasterImage,
  about: About & Pick<PictureRow, "sha256">,
): Promise<NewRow> {
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
  if (!known) throw new ConflictError(DELETED_NOW);
  if (known.key !== row.key) throw new AddressTakenError();
}

/** Removes files whose row was not created. If the database cannot say, they stay: a lost picture would be worse. */
async function removeUnlessRecorded({ database, storage }: PictureStore, key: string): Promise<void> {
  const isRecorded = await findPicture(database.db, key).then(Boolean, () => true);
  if (!isRecorded) await storage.removeFolder(key).catch(() => undefined);
}

/** Makes the smaller variants of a stored picture. Idempotent: names and contents are always the same. */
export async function makeVariants({ database, storage, images }: PictureStore, row: PictureRow): Promise<void> {
  const file = await storage.read(`${row.key}/${masterName(row)}`);
  // A missing master cannot be repaired here; the row is marked as done rather than retried for ever.
  if (file) {
    const master = Buffer.concat(await file.stream.toArray());
    for (const width of pictureWidths(row.width)) {
      for (const format of MODERN_FORMATS)
        await storage.put(`${row.key}/${width}.${format}`, await images.variant(master, width, format));
    }
  }
  const { numUpdatedRows } = await database.db
    .updateTable("picture")
    .set({ has_variants: 1 })
    .where("id", "=", row.id)
    .executeTakeFirst();
  // Deleted in the meantime: the new files must not stay behind.
  if (Number(numUpdatedRows) === 0) await storage.removeFolder(row.key);
}

type RemovalStore = Omit<PictureStore, "images"> & { pictureUses: readonly FindUses[] };

/** Clears a feature's fields that name the picture `key`, in the transaction that takes it down. */
export type PictureListener = (trx: Transaction<Tables>, key: string, actor: Actor) => Promise<void>;

/**
 * Makes all that a feature has of the picture `key` show the one at `url` instead, in transactions of its own; returns
 * how many uses it has changed.
 */
export type PictureReplacer = (picture: Replacement, actor: Actor) => Promise<number>;

/** The key of a picture, and the address of the one that is shown instead. */
export type Replacement = { key: string; url: string };

/** Throws ForbiddenError if some of what shows a picture may not show another one without a second person's approval. */
export type ReplacementGuard = (picture: Replacement) => Promise<void>;

/** Deletes an unused picture. Throws NotFoundError, and InUseError with its uses. */
export async function deletePicture(store: RemovalStore, by: Actor, id: number): Promise<void> {
  const { database, clock, pictureUses } = store;
  const row = await findPictureById(database.db, id);
  if (!row) throw new NotFoundError(NO_PICTURE);
  const refuse = (uses: PictureUse[]) => {
    if (uses.length > 0) throw new InUseError("This picture is used.", uses);
  };
  refuse(await findUses(database.db, pictureUses, row.key));
  await changeContent(database, async (trx) => {
    // A use that was written just now.
    refuse(await findUses(trx, pictureUses, row.key));
    await recordRemoval(trx, row.key, clock.now());
    await recordEntry(trx, clock, { by, action: "picture.delete", subject: { kind: "picture", id, title: row.name } });
    return { result: undefined, changed: [EVERYTHING] };
  });
  await store.storage.removeFolder(row.key);
}

/**
 * Takes a picture down for good, even if it is in use: its addresses return 410 from now on. Fields that name it are
 * cleared and show a placeholder; texts that show it keep its alternative text. Returns its uses and every address it
 * had. Throws NotFoundError.
 */
export async function takeDownPicture(
  store: RemovalStore & { pictureListeners: readonly PictureListener[] },
  actor: Actor,
  key: string,
): Promise<{ uses: PictureUse[]; addresses: string[] }> {
  const { database, clock, storage, pictureUses } = store;
  const row = await findPicture(database.db, key);
  if (!row && !(await isRemoved(database.db, key))) throw new NotFoundError(NO_PICTURE);
  const uses = await findUses(database.db, pictureUses, key);
  await changeContent(database, async (trx) => {
    await recordRemoval(trx, key, clock.now());
    const subject = { kind: "picture", id: row?.id ?? null, title: row?.name ?? "" };
    await recordEntry(trx, clock, { by: actor, action: "picture.takedown", subject });
    for (const emptyFields of store.pictureListeners) await emptyFields(trx, key, actor);
    return { result: undefined, changed: [EVERYTHING] };
  });
  await storage.removeFolder(key);
  return { uses, addresses: row ? addressesOf(row) : [] };
}

async function recordRemoval(trx: Transaction<Tables>, key: string, now: number): Promise<void> {
  await trx.deleteFrom("picture").where("key", "=", key).execute();
  await trx
    .insertInto("removed_picture")
    .values({ key, removed_at: now })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ removed_at: now }))
    .execute();
}

function findByHash(db: Kysely<Tables>, sha256: string) {
  return db.selectFrom("picture").selectAll().where("sha256", "=", sha256).executeTakeFirst();
}
