import type { Transaction } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import type { PreparedContent } from "#features/content/derive.ts";
import { keysInTexts } from "#features/media/pictures/rules.ts";
import { requestItemsOf } from "#features/media/remote/commands.ts";
import { remoteKey } from "#features/media/remote/queries.ts";
import type { RemoteItem } from "#features/media/remote/rules.ts";
import { isRemote } from "#shared/pictures.ts";
import type { ArticleState } from "./changes.ts";
import { type Author, authorIdsOf, type StoredDraft } from "./drafts.ts";
import { toColumns } from "./fields.ts";

/** `authors`: the accounts of the draft's authors, if it names any. `now`: epoch milliseconds. */
type Resolved = { authors: Author[] | undefined; pictures: string[]; categoryId: number; now: number };

export function toRow(draft: StoredDraft, { authors, pictures, categoryId, now }: Resolved) {
  return {
    ...toColumns(draft),
    content: draft.content,
    content_image_url: pictures[0] ?? "",
    category_id: categoryId,
    author_id: authors ? (authors[0]?.id ?? null) : draft.authorId,
    co_authors: JSON.stringify(authors ? authors.slice(1) : (draft.coAuthors ?? [])),
    published_at: draft.status === "published" ? (draft.publishedAt ?? now) : draft.publishedAt,
    tags: JSON.stringify(draft.tags),
    sources: JSON.stringify(draft.sources),
  };
}

type Credited = Pick<ArticleState, "id" | "author_id" | "co_authors">;

/** Records the owners of new articles: their authors and creator. */
export async function addOwners(
  trx: Transaction<Tables>,
  articles: readonly Credited[],
  creator: number | null,
): Promise<void> {
  const rows = articles.flatMap((article) => {
    const created = creator === null ? [] : [{ article_id: article.id, account_id: creator, is_creator: 1 as const }];
    const others = authorIdsOf(article).filter((id) => id !== creator);
    return [...created, ...others.map((id) => ({ article_id: article.id, account_id: id }))];
  });
  for (const some of chunksOf(rows))
    await trx
      .insertInto("article_owner")
      .values(some.map((row) => ({ is_creator: 0 as const, ...row })))
      .execute();
}

/** Replaces the owners of an article by its new authors; its creator stays an owner. */
export async function changeOwners(trx: Transaction<Tables>, before: Credited, after: Credited): Promise<void> {
  if (before.author_id === after.author_id && before.co_authors === after.co_authors) return;
  await trx.deleteFrom("article_owner").where("article_id", "=", after.id).where("is_creator", "=", 0).execute();
  const authors = authorIdsOf(after);
  if (authors.length === 0) return;
  await trx
    .insertInto("article_owner")
    .values(authors.map((id) => ({ article_id: after.id, account_id: id })))
    .onConflict((conflict) => conflict.columns(["article_id", "account_id"]).doNothing())
    .execute();
}

type Shown = Pick<ArticleState, "id" | "image_url" | "social_image"> & { content: PreparedContent };

export const remoteItemsOf = ({ image_url, content }: Pick<Shown, "image_url" | "content">): RemoteItem[] => [
  ...(isRemote(image_url) ? [{ kind: "picture" as const, address: image_url }] : []),
  ...content.remoteItems,
];

/**
 * Records in the writer's transaction which stored pictures articles show, and requests their content on other hosts at
 * `now` (epoch milliseconds).
 */
export async function writePictures(
  trx: Transaction<Tables>,
  articles: Shown[],
  { isNew, now }: { isNew: boolean; now: number },
): Promise<void> {
  for (const { id } of isNew ? [] : articles)
    await trx.deleteFrom("article_picture").where("article_id", "=", id).execute();
  const uses = articles.flatMap(({ id, image_url, social_image, content }) => {
    const remote = remoteItemsOf({ image_url, content }).map(remoteKey);
    const keys = new Set([...keysInTexts(image_url, social_image, content.html), ...remote]);
    return [...keys].map((key) => ({ article_id: id, picture_key: key }));
  });
  for (const some of chunksOf(uses)) await trx.insertInto("article_picture").values(some).execute();
  await requestItemsOf(trx, now, articles.map(remoteItemsOf));
}
