import type { Kysely } from "kysely";

/** Articles read at once: a few milliseconds, and little memory. */
const BATCH = 100;
const KEY = /\/media\/([a-z0-9]{8,40})\//g;

type Old = {
  article: { id: number; image_url: string; content: string };
  article_picture: { article_id: number; picture_key: string };
};

/** Which stored pictures an article shows or links to, so that the uses of a picture need no search of all texts. */
export async function up(untyped: Kysely<unknown>): Promise<void> {
  const db = untyped as Kysely<Old>;
  await db.schema
    .createTable("article_picture")
    .addColumn("article_id", "integer", (column) => column.notNull().references("article.id").onDelete("cascade"))
    .addColumn("picture_key", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("article_picture_key", ["article_id", "picture_key"])
    .execute();
  await db.schema
    .createIndex("article_picture_by_picture")
    .on("article_picture")
    .columns(["picture_key", "article_id"])
    .execute();
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom("article")
      .select(["id", "image_url", "content"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    const uses = rows.flatMap(({ id, image_url, content }) =>
      [...new Set([...`${image_url} ${content}`.matchAll(KEY)].map(([, key = ""]) => key))].map((key) => ({
        article_id: id,
        picture_key: key,
      })),
    );
    for (let at = 0; at < uses.length; at += BATCH)
      await db
        .insertInto("article_picture")
        .values(uses.slice(at, at + BATCH))
        .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
