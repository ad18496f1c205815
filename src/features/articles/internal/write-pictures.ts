import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { PreparedContent } from "#features/content/derive.ts";
import { keysInTexts } from "#features/media/pictures/rules.ts";
import { requestItems } from "#features/media/remote/commands.ts";
import { remoteKey } from "#features/media/remote/queries.ts";
import type { RemoteItem } from "#features/media/remote/rules.ts";
import { isRemote } from "#shared/pictures.ts";
import type { ArticleState } from "../changes.ts";

/** Pictures recorded in one statement. */
const MAX_USES = 500;

type Shown = Pick<ArticleState, "id" | "image_url"> & { content: PreparedContent };

/** What an article names on other hosts. */
export const remoteItemsOf = ({ image_url, content }: Pick<Shown, "image_url" | "content">): RemoteItem[] => [
  ...(isRemote(image_url) ? [{ kind: "picture" as const, address: image_url }] : []),
  ...content.remoteItems,
];

/**
 * Records which stored pictures articles show, and what they name on other hosts, in the transaction that writes them;
 * asks for the latter at `now` (epoch milliseconds).
 */
export async function writePictures(
  trx: Transaction<Tables>,
  articles: Shown[],
  { isNew, now }: { isNew: boolean; now: number },
): Promise<void> {
  for (const { id } of isNew ? [] : articles)
    await trx.deleteFrom("article_picture").where("article_id", "=", id).execute();
  const uses = articles.flatMap(({ id, image_url, content }) => {
    const remote = remoteItemsOf({ image_url, content }).map(remoteKey);
    const keys = new Set([...keysInTexts(image_url, content.html), ...remote]);
    return [...keys].map((key) => ({ article_id: id, picture_key: key }));
  });
  for (let at = 0; at < uses.length; at += MAX_USES)
    await trx
      .insertInto("article_picture")
      .values(uses.slice(at, at + MAX_USES))
      .execute();
  for (const article of articles) {
    const items = remoteItemsOf(article);
    if (items.length > 0) await requestItems(trx, now, items);
  }
}
