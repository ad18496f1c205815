import type { Kysely, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";

/** The portraits of authors, as media asks for what shows a picture. */
export const authorPictures = {
  async find(db: Kysely<Tables>, pattern: string) {
    const authors = await db.selectFrom("account").select(["id", "name"]).where("image_url", "like", pattern).execute();
    return authors.map(({ id, name }) => ({ type: "author" as const, id, title: name }));
  },
  async clear(trx: Transaction<Tables>, pattern: string) {
    await trx.updateTable("account").set({ image_url: "" }).where("image_url", "like", pattern).execute();
  },
};
