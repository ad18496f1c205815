import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { PICTURE_COLUMNS } from "#features/articles/pictures.ts";
import type { PictureUse } from "#features/media/pictures/schema.ts";
import { pictureFolder } from "#shared/pictures.ts";
import { toKept } from "./queries.ts";

/** The articles in the trash that show a picture whose addresses match `pattern`: they may be restored. */
export async function trashShowing(db: Kysely<Tables>, pattern: string): Promise<PictureUse[]> {
  const rows = await db
    .selectFrom("trashed_article")
    .select(["article_id", "article"])
    .where((eb) => eb.or([eb("article", "like", pattern), sql<SqlBool>`content like ${pattern}`]))
    .orderBy("article_id")
    .execute();
  return rows.map(({ article_id, article }) => ({
    type: "article",
    id: article_id,
    title: toKept(article).title,
    is_trashed: true,
  }));
}

/** All texts in the trash that may name pictures. */
export async function trashTexts(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom("trashed_article").select(["article", "content"]).execute();
  return rows.flatMap(({ article, content }) => [article, content]);
}

/** Clears the picture fields of articles in the trash that name the picture `key`. */
export async function emptyPictureOfTrash(trx: Transaction<Tables>, key: string): Promise<void> {
  const folder = pictureFolder(key);
  const rows = await trx
    .selectFrom("trashed_article")
    .select(["article_id", "article"])
    .where("article", "like", `%${folder}%`)
    .forUpdate()
    .execute();
  for (const { article_id, article } of rows) {
    const kept = toKept(article);
    for (const column of PICTURE_COLUMNS) if (kept[column].includes(folder)) kept[column] = "";
    const emptied = { article: JSON.stringify(kept) };
    await trx.updateTable("trashed_article").set(emptied).where("article_id", "=", article_id).execute();
  }
}
