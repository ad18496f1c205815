import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import { EVERYTHING } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { recordEntry } from "#features/audit/commands.ts";
import type { PictureRow } from "#features/media/tables.ts";
import type { Clock } from "#platform/clock.ts";
import type { Images } from "#platform/images.ts";
import type { Storage } from "#platform/storage.ts";
import type { Actor } from "#shared/actor.ts";
import { InUseError, NotFoundError } from "#shared/errors.ts";
import { MODERN_FORMATS, pictureWidths } from "#shared/pictures.ts";
import { type FindUses, findPicture, findPictureById, findUses, isRemoved } from "./queries.ts";
import { addressesOf, NO_PICTURE } from "./rules.ts";
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
