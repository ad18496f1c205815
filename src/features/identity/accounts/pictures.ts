import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { pictureFolder } from "#shared/pictures.ts";
import { authorScope } from "./scopes.ts";

/** Shows the picture at `url` where the portrait is the picture `key`; returns how many they were. */
export async function replacePortrait(database: Database, { key, url }: { key: string; url: string }): Promise<number> {
  return changeContent(database, async (trx) => {
    const authors = await trx
      .updateTable("account")
      .set({ image_url: url })
      .where("image_url", "like", `%${pictureFolder(key)}%`)
      .returning("id")
      .execute();
    return { result: authors.length, changed: authors.map(({ id }) => authorScope(id)) };
  });
}

/** Shows our copy where a portrait is a picture by its address on another host. */
export async function bringPortrait(database: Database, address: string, url: string): Promise<void> {
  await changeContent(database, async (trx) => {
    const authors = await trx
      .updateTable("account")
      .set({ image_url: url })
      .where("image_url", "=", address)
      .returning("id")
      .execute();
    return { result: undefined, changed: authors.map(({ id }) => authorScope(id)) };
  });
}

/** Clears the picture of the accounts that use the picture `key`. */
export async function emptyPictureOfAccounts(trx: Transaction<Tables>, key: string): Promise<void> {
  const pattern = `%${pictureFolder(key)}%`;
  await trx.updateTable("account").set({ image_url: "" }).where("image_url", "like", pattern).execute();
}
