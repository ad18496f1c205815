import { type Kysely, sql } from "kysely";

export const isAdditive = true;

/** The category of the drafts that are made of a source's stories. Stories whose draft was deleted name none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("wire_source")
    .addColumn("category_id", "integer", (column) => column.references("category.id").onDelete("set null"))
    .execute();
  await sql`update wire_story set state = 'dismissed'
    where article_id is not null and article_id not in (select id from article)`.execute(db);
  await sql`update wire_story set article_id = null
    where article_id is not null and article_id not in (select id from article)
    and article_id not in (select document_id from trashed_document where document_type = 'article')`.execute(db);
  await db.schema.createIndex("wire_story_article").on("wire_story").column("article_id").execute();
}
