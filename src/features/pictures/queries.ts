import type { Kysely } from "kysely";
import type { PictureRow, Tables } from "#db/tables.ts";
import type { Page } from "#shared/schema.ts";
import type { PictureUse } from "./schema.ts";

/** The newest picture whose variants are not made yet, other than those in `except`. */
export function nextWithoutVariants(db: Kysely<Tables>, except: number[]): Promise<PictureRow | undefined> {
  const pending = db.selectFrom("picture").selectAll().where("has_variants", "=", 0).orderBy("id", "desc").limit(1);
  return (except.length > 0 ? pending.where("id", "not in", except) : pending).executeTakeFirst();
}

export function findPicture(db: Kysely<Tables>, key: string): Promise<PictureRow | undefined> {
  return db.selectFrom("picture").selectAll().where("key", "=", key).executeTakeFirst();
}

export function findPictureById(db: Kysely<Tables>, id: number): Promise<PictureRow | undefined> {
  return db.selectFrom("picture").selectAll().where("id", "=", id).executeTakeFirst();
}

export function listPictures(db: Kysely<Tables>): Promise<PictureRow[]> {
  return db.selectFrom("picture").selectAll().orderBy("id").execute();
}

/** One page of the pictures, newest first, and the total; only the picture with a key, if given. */
export async function pagePictures(
  db: Kysely<Tables>,
  key: string | undefined,
  { limit, offset }: Page,
): Promise<{ rows: PictureRow[]; total: number }> {
  const all = db.selectFrom("picture");
  const wanted = key === undefined ? all : all.where("key", "=", key);
  const rows = await wanted.selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
  const { total } = await wanted.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Those of the keys that have a row. */
export async function recordedKeys(db: Kysely<Tables>, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db.selectFrom("picture").select("key").where("key", "in", keys).execute();
  return new Set(rows.map(({ key }) => key));
}

export async function hasPictures(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom("picture").select("id").limit(1).executeTakeFirst()) !== undefined;
}

export async function isRemoved(db: Kysely<Tables>, key: string): Promise<boolean> {
  return (await db.selectFrom("removed_picture").select("key").where("key", "=", key).executeTakeFirst()) !== undefined;
}

/** Keys of the pictures taken down since a time (epoch milliseconds). */
export async function removedSince(db: Kysely<Tables>, moment: number): Promise<string[]> {
  const rows = await db.selectFrom("removed_picture").select("key").where("removed_at", ">=", moment).execute();
  return rows.map(({ key }) => key);
}

/**
 * Finds a feature's uses of a picture, whose addresses are like `pattern`; with `since` (epoch milliseconds), only
 * those written since, if that is faster to query.
 */
export type FindUses = (db: Kysely<Tables>, pattern: string, since?: number) => Promise<PictureUse[]>;

/** All uses of a picture, as found by each feature; `since` as in `FindUses`. */
export async function findUses(
  db: Kysely<Tables>,
  uses: readonly FindUses[],
  key: string,
  since?: number,
): Promise<PictureUse[]> {
  const pattern = `%/media/${key}/%`;
  // An article and its working copy are one use.
  const found = new Map<string, PictureUse>();
  for (const find of uses) for (const use of await find(db, pattern, since)) found.set(`${use.type} ${use.id}`, use);
  return [...found.values()];
}
