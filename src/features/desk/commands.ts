import type { Selectable, Transaction } from "kysely";
import type { ArticleTable, Tables } from "#db/tables.ts";
import { deskText } from "./rules.ts";

type Listed = Pick<
  Selectable<ArticleTable>,
  | "title"
  | "category_id"
  | "author_id"
  | "status"
  | "published_at"
  | "created_at"
  | "updated_at"
  | "is_auto_update"
  | "is_featured"
  | "is_editors_pick"
> & { tags: string[] };

/** Tells the editors' list of an article, in the transaction that writes it. It forgets a deleted one by itself. */
export async function putOnDesk(trx: Transaction<Tables>, id: number, article: Listed): Promise<void> {
  const row = {
    stands_at: article.published_at ?? article.created_at,
    updated_at: article.updated_at,
    category_id: article.category_id,
    author_id: article.author_id,
    status: article.status,
    is_auto_update: article.is_auto_update,
    is_featured: article.is_featured,
    is_editors_pick: article.is_editors_pick,
    ...deskText(article.title, article.tags),
  };
  await trx
    .insertInto("desk_article")
    .values({ article_id: id, ...row })
    .onConflict((conflict) => conflict.column("article_id").doUpdateSet(row))
    .execute();
}
