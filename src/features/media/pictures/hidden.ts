import type { Kysely, Transaction } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { system } from "#shared/actor.ts";
import { InUseError, NotFoundError } from "#shared/errors.ts";
import { deletePicture, type RemovalStore } from "./commands.ts";

/** Pictures stored under one of the file names, without hidden and tagged ones. */
export async function shownPicturesNamed(db: Kysely<Tables>, names: readonly string[]) {
  const tagged = db.selectFrom("picture_tag").select("picture_id");
  return db
    .selectFrom("picture")
    .select(["id", "key"])
    .where("name", "in", names)
    .where("hidden_at", "is", null)
    .where("id", "not in", tagged)
    .orderBy("id")
    .execute();
}

/** Hides pictures in the library. Their addresses still work, for articles that are restored from the trash. */
export async function hidePictures(trx: Transaction<Tables>, ids: readonly number[], now: number): Promise<void> {
  for (const some of chunksOf(ids))
    await trx.updateTable("picture").set({ hidden_at: now }).where("id", "in", some).execute();
}

export async function showPictures(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  for (const some of chunksOf(ids))
    await trx.updateTable("picture").set({ hidden_at: null }).where("id", "in", some).execute();
}

/** Deletes pictures hidden before a time (epoch milliseconds). Those that something shows again are listed again. */
export async function deleteHidden(store: RemovalStore, before: number, signal: AbortSignal): Promise<void> {
  const { db } = store.database;
  const rows = await db.selectFrom("picture").select("id").where("hidden_at", "<=", before).orderBy("id").execute();
  for (const { id } of rows) {
    if (signal.aborted) return;
    try {
      await deletePicture(store, system, id);
    } catch (error) {
      // Another process may have deleted it.
      if (error instanceof NotFoundError) continue;
      if (!(error instanceof InUseError)) throw error;
      await db.updateTable("picture").set({ hidden_at: null }).where("id", "=", id).execute();
    }
  }
}
