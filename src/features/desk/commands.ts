import type { Selectable, Transaction } from "kysely";
import type { ArticleTable, DeskArticleTable, Tables } from "#db/tables.ts";
import { deskText } from "./rules.ts";

/** What of an article the editors' list is searched, filtered and sorted by. */
const LISTED = [
  "title",
  "tags",
  "category_id",
  "author_id",
  "status",
  "published_at",
  "created_at",
  "updated_at",
  "is_auto_update",
  "is_featured",
  "is_editors_pick",
] as const;
type Listed = Pick<Selectable<ArticleTable>, "id" | (typeof LISTED)[number]>;

/** Rows of one statement: all their values together are fewer than SQLite takes. */
const MAX_ROWS = 200;

/** Tells the editors' list of articles, in the transaction that writes them. It forgets deleted ones by itself. */
export async function updateDesk(
  trx: Transaction<Tables>,
  changes: readonly { before: Listed | null; after: Listed | null }[],
): Promise<void> {
  const rows: DeskArticleTable[] = [];
  for (const { before, after } of changes)
    if (after && !(before && LISTED.every((column) => before[column] === after[column]))) rows.push(toRow(after));
  for (let from = 0; from < rows.length; from += MAX_ROWS) {
    await trx
      .insertInto("desk_article")
      .values(rows.slice(from, from + MAX_ROWS))
      .onConflict((conflict) =>
        conflict.column("article_id").doUpdateSet((eb) => ({
          stands_at: eb.ref("excluded.stands_at"),
          updated_at: eb.ref("excluded.updated_at"),
          category_id: eb.ref("excluded.category_id"),
          author_id: eb.ref("excluded.author_id"),
          status: eb.ref("excluded.status"),
          is_auto_update: eb.ref("excluded.is_auto_update"),
          is_featured: eb.ref("excluded.is_featured"),
          is_editors_pick: eb.ref("excluded.is_editors_pick"),
          title_key: eb.ref("excluded.title_key"),
          words: eb.ref("excluded.words"),
        })),
      )
      .execute();
  }
}

function toRow({ id, title, tags, published_at, created_at, ...article }: Listed): DeskArticleTable {
  return {
    article_id: id,
    stands_at: published_at ?? created_at,
    updated_at: article.updated_at,
    category_id: article.category_id,
    author_id: article.author_id,
    status: article.status,
    is_auto_update: article.is_auto_update,
    is_featured: article.is_featured,
    is_editors_pick: article.is_editors_pick,
    ...deskText(title, JSON.parse(tags)),
  };
}
