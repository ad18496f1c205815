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

/** Puts pictures on record in the writer's transaction, and answers their canonical addresses in order. */
export type RecordPictures = (trx: Transaction<Tables>) => Promise<string[]>;

type Prepared = { row: Omit<MediaRow, "id">; isNew: boolean };

/**
 * Stores a picture: decoded and written anew without metadata. Answers its canonical address; the same bytes twice
 * are stored once. The smaller variants follow by a job (see jobs.ts), so that nobody waits for encoders; until then
 * the master stands in for them. Throws ImageError for what cannot be decoded; nothing is left when a step fails.
 */
export async function storePicture(store: MediaStore, bytes: Uint8Array): Promise<string> {
  const addresses = await withPictures(store, [bytes], (record) => store.database.db.transaction().execute(record));
  return addresses[0] ?? "";
}

/**
 * Stores pictures together with what shows them, or neither: files first, under names that nobody knows yet, and
 * their rows in the transaction that `write` makes. Throws ImageError, and whatever `write` throws.
 */
export async function withPictures<T>(
  store: MediaStore,
  files: Uint8Array[],
  write: (record: RecordPictures) => Promise<T>,
): Promise<T> {
  const prepared: Prepared[] = [];
  try {
    for (const bytes of files) prepared.push(await prepare(store, bytes));
    return await write(async (trx) => {
      const addresses: string[] = [];
      for (const { row } of prepared) addresses.push(await recordPicture(trx, row));
      return addresses;
    });
  } finally {
    for (const { row, isNew } of prepared) if (isNew) await removeUnlessRecorded(store, row.key);
  }
}

async function prepare(store: MediaStore, bytes: Uint8Array): Promise<Prepared> {
  // In a thread of its own: ten mebibytes would hold up every reader meanwhile.
  const sha256 = Buffer.from(await subtle.digest("SHA-256", bytes)).toString("hex");
  const known = await findByHash(store.database.db, sha256);
  if (known) return { row: known, isNew: false };
  const master = await store.images.master(bytes);
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
  return { row, isNew: true };
}

/** Of two uploads of the same picture at once the first one's files serve both. */
async function recordPicture(trx: Transaction<Tables>, { key, ...rest }: Prepared["row"]): Promise<string> {
  const { sha256, width, height, fallback_format, has_variants, created_at } = rest;
  const made = await trx
    .insertInto("media")
    .values({ key, sha256, width, height, fallback_format, has_variants, created_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  const row = made ? { key, ...rest } : await findByHash(trx, sha256);
  if (!row) throw new Error("A picture that was on record is gone.");
  return addressOf(row);
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
