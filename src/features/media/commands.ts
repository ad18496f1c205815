import { createHash, randomBytes } from "node:crypto";
import type { Database } from "#db/open.ts";
import type { MediaRow } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import type { Images } from "#platform/images.ts";
import type { Storage } from "#platform/storage.ts";
import { MODERN_FORMATS, pictureUrl, pictureWidths } from "#shared/pictures.ts";

export type MediaStore = { database: Database; storage: Storage; images: Images; clock: Clock };

/** The master's name below the picture's key: what is left when every smaller variant is missing. */
export function masterName(row: Pick<MediaRow, "width" | "height" | "fallback_format">): string {
  return `${row.width}x${row.height}.${row.fallback_format}`;
}

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
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const known = await findByHash(store.database, sha256);
  if (known) return addressOf(known);

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
    await store.database.db.insertInto("media").values(row).execute();
  } catch (error) {
    await store.storage.removeFolder(row.key);
    // Two uploads of the same picture at once: the first one's files serve both.
    const first = await findByHash(store.database, sha256);
    if (first) return addressOf(first);
    throw error;
  }
  return addressOf(row);
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

function findByHash(database: Database, sha256: string) {
  return database.db.selectFrom("media").selectAll().where("sha256", "=", sha256).executeTakeFirst();
}

function addressOf(row: Pick<MediaRow, "key" | "width" | "height" | "fallback_format">): string {
  return pictureUrl({ key: row.key, width: row.width, height: row.height, fallbackFormat: row.fallback_format });
}
