import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { pictureFolder } from "#shared/pictures.ts";
import { topicScope } from "./queries.ts";

/** Replaces the picture `key` by the one at `url` in all topics; returns how many had it. */
export const replacePictureInTopics = (database: Database, { key, url }: { key: string; url: string }) =>
  changePicture(database, { like: `%${pictureFolder(key)}%` }, url);

/** Replaces a picture on another host by our copy in all topics. */
export const bringPictureToTopics = (database: Database, address: string, url: string) =>
  changePicture(database, { is: address }, url);

async function changePicture(database: Database, { like, is }: { like?: string; is?: string }, url: string) {
  return changeContent(database, async (trx) => {
    const topics = await trx
      .updateTable("topic")
      .set({ image_url: url })
      .$if(like !== undefined, (update) => update.where("image_url", "like", like ?? ""))
      .$if(is !== undefined, (update) => update.where("image_url", "=", is ?? ""))
      .returning("id")
      .execute();
    return { result: topics.length, changed: topics.map(({ id }) => topicScope(id)) };
  });
}

/** Clears the picture of the topics that use the picture `key`. */
export async function emptyPictureOfTopics(trx: Transaction<Tables>, key: string): Promise<void> {
  const pattern = `%${pictureFolder(key)}%`;
  await trx.updateTable("topic").set({ image_url: "" }).where("image_url", "like", pattern).execute();
}
