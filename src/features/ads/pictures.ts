import type { Kysely, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { PictureUser } from "#features/media/queries.ts";

/** The creatives of ad spaces. */
export const adPictures: PictureUser = {
  async find(db: Kysely<Tables>, pattern: string) {
    const ads = await db.selectFrom("ad_space").select(["id", "name"]).where("image_url", "like", pattern).execute();
    return ads.map(({ id, name }) => ({ type: "ad", id, title: name }));
  },
  async clear(trx: Transaction<Tables>, pattern: string) {
    await trx.updateTable("ad_space").set({ image_url: "" }).where("image_url", "like", pattern).execute();
  },
};
