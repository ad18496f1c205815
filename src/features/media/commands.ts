import { randomBytes, subtle } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { MediaRow, Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import type { Images } from "#platform/images.ts";
import type { Storage } from "#platform/storage.ts";
import { MODERN_FORMATS, pictureUrl, pictureWidths } from "#shared/pictures.ts";
import { findPicture } from "./queries.ts";

export type MediaStore = { database: Database; storage: Storage; images: Images; clock: Clock };

/** The master's name below the picture's key: what is left when every smaller variant is missing. */
export function masterName(row: Pick<MediaRow, "width" | "height" | "fallback_format">): string {
  return `${row.width}x${row.height}.${row.fallback_format}`;
}

/** The names of all files of a stored picture, the master first. */
export function fileNames(row: MediaRow): string[] {
  const variants = row.has_variants === 0 ? [] : pictureWidths(row.width);
  const files = variants.flatMap((width) => MODERN_FORMATS.map((format) => `${width}.${format}`));
  return [masterName(row), ...files].map((file) => `${row.key}/${file}`);
}

/** Puts pictures on record in the writer's transaction. */
export type RecordPictures = (trx: Transaction<Tables>) => Promise<void>;

type Prepared = { bytes: Uint8Array; row: Omit<MediaRow, "id">; isNew: boolean };

/**
 * Stores a picture: decoded and written anew without metadata. Answers its canonical address; the same bytes twice
 * are stored once. The smaller variants follow by a job (see jobs.ts), so that nobody waits for encoders; until then
 * the master stands in for them. Throws ImageError for what cannot be decoded; nothing is left when a step fails.
 */
export async function storePicture(
  store: MediaStore,
  bytes: Uint8Array,
  kind: "master" | "drawing" = "master",
): Promise<string> {
  return withPictures(
    store,
    [bytes],
    async ([address = ""], record) => {
      await store.database.db.transaction().execute(record);
      return address;
    },
    kind,
  );
}

/** The same picture was stored by somebody else at the same moment: its address is another one. */
class AddressTakenError extends Error {}

/** Each time somebody else would have to be faster with the same picture. */
const MAX_ATTEMPTS = 5;

/**
 * Stores pictures together with what shows them, or neither: files first, under names that nobody knows yet, and their
 * rows in the transaction that `write` makes, by calling `record` first of all. It is given the addresses that the
 * pictures will have, and called again where one of them has turned out to be another. Throws ImageError, and whatever
 * `write` throws.
 */
export async function withPictures<T>(
  store: MediaStore,
  files: Uint8Array[],
  write: (addresses: string[], record: RecordPictures) => Promise<T>,
  kind: "master" | "drawing" = "master",
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryWithPictures(store, files, write, kind);
    } catch (error) {
      if (!(error instanceof AddressTakenError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function tryWithPictures<T>(
  store: MediaStore,
  files: Uint8Array[],
  write: (addresses: string[], record: RecordPictures) => Promise<T>,
  kind: "master" | "drawing",
): Promise<T> {
  const prepared: Prepared[] = [];
  try {
    for (const bytes of files) {
      const known = prepared.find(({ bytes: other }) => Buffer.compare(other, bytes) === 0);
      prepared.push(known ?? (await prepare(store, bytes, kind)));
    }
    const addresses = prepared.map(({ row }) => addressOf(row));
    return await write(addresses, async (trx) => {
      for (const { row } of new Set(prepared)) await recordPicture(trx, row);
    });
  } finally {
    for (const { row, isNew } of new Set(prepared)) if (isNew) await removeUnlessRecorded(store, row.key);
  }
}

async function prepare(store: MediaStore, bytes: Uint8Array, kind: "master" | "drawing"): Promise<Prepared> {
  // In a thread of its own: ten mebibytes would hold up every reader meanwhile.
  const sha256 = Buffer.from(await subtle.digest("SHA-256", bytes)).toString("hex");
  const known = await findByHash(store.database.db, sha256);
  if (known) return { bytes, row: known, isNew: false };
  const master = await store.images.master(bytes, kind);
  const row = {
    key: randomBytes(12).toString("hex"),
    sha256,
    width: master.width,
    height: master.height,
    fallback_format: master.format,
    has_variants: 0 as const,
    created_at: store.clock.now(),
  };
  try {
    await store.storage.put(`${row.key}/${masterName(row)}`, master.data);
  } catch (error) {
    await store.storage.removeFolder(row.key);
    throw error;
  }
  return { bytes, row, isNew: true };
}

/** Throws AddressTakenError where another upload of the same picture was first. */
async function recordPicture(trx: Transaction<Tables>, { key, ...rest }: Prepared["row"]): Promise<void> {
  const { sha256, width, height, fallback_format, has_variants, created_at } = rest;
  const made = await trx
    .insertInto("media")
    .values({ key, sha256, width, height, fallback_format, has_variants, created_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made && (await findByHash(trx, sha256))?.key !== key) throw new AddressTakenError();
}

/** Files whose row did not come to be. Where the database cannot tell, they stay: a lost picture would be worse. */
async function removeUnlessRecorded({ database, storage }: MediaStore, key: string): Promise<void> {
  const isRecorded = await findPicture(database.db, key).then(Boolean, () => true);
  if (!isRecorded) await storage.removeFolder(key).catch(() => undefined);
}

/** Makes the smaller variants of a stored picture. May be repeated: names and contents are the same each time. */
export async function makeVariants({ database, storage, images }: MediaStore, row: MediaRow): Promise<void> {
  const file = await storage.read(`${row.key}/${masterName(row)}`);
  // A master that is gone cannot be mended here; the row is left alone rather than tried for ever.
  if (file) {
    const master = Buffer.concat(await file.stream.toArray());
    for (const width of pictureWidths(row.width)) {
      for (const format of MODERN_FORMATS)
        await storage.put(`${row.key}/${width}.${format}`, await images.variant(master, width, format));
    }
  }
  await database.db.updateTable("media").set({ has_variants: 1 }).where("id", "=", row.id).execute();
}

function findByHash(db: Kysely<Tables>, sha256: string) {
  return db.selectFrom("media").selectAll().where("sha256", "=", sha256).executeTakeFirst();
}

function addressOf(row: Pick<MediaRow, "key" | "width" | "height" | "fallback_format">): string {
  return pictureUrl({ key: row.key, width: row.width, height: row.height, fallbackFormat: row.fallback_format });
}
