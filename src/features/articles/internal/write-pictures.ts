import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { keysInTexts } from "#features/pictures/rules.ts";
import type { ArticleState } from "../changes.ts";

/** Pictures recorded in one statement. */
const MAX_USES = 500;

type Shown = Pick<ArticleState, "id" | "image_url" | "content">;

/** Records which stored pictures articles show, in the transaction that writes them. */
export async function writePictures(
  trx: Transaction<Tables>,
  articles: Shown[],
  { isNew }: { isNew: boolean },
): Promise<void> {
  for (const { id } of isNew ? [] : articles)
    await trx.deleteFrom("article_picture").where("article_id", "=", id).execute();
  const uses = articles.flatMap(({ id, image_url, content }) =>
    keysInTexts(image_url, content).map((key) => ({ article_id: id, picture_key: key })),
  );
  for (let at = 0; at < uses.length; at += MAX_USES)
    await trx
      .insertInto("article_picture")
      .values(uses.slice(at, at + MAX_USES))
      .execute();
}
