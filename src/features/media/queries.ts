import type { Kysely } from "kysely";
import type { MediaRow, Tables } from "#db/tables.ts";

/** The newest picture whose variants are not made yet, other than those in `except`. */
export function nextWithoutVariants(db: Kysely<Tables>, except: number[]): Promise<MediaRow | undefined> {
  const pending = db.selectFrom("media").selectAll().where("has_variants", "=", 0).orderBy("id", "desc").limit(1);
  return (except.length > 0 ? pending.where("id", "not in", except) : pending).executeTakeFirst();
}

export function findPicture(db: Kysely<Tables>, key: string): Promise<MediaRow | undefined> {
  return db.selectFrom("media").selectAll().where("key", "=", key).executeTakeFirst();
}

export function listPictures(db: Kysely<Tables>): Promise<MediaRow[]> {
  return db.selectFrom("media").selectAll().orderBy("id").execute();
}
