import { type Kysely, sql } from "kysely";

/** The latest change among each 500 ids, so that the index of sitemaps reads one entry for all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index article_by_sitemap_block on article (
    ((id - 1) / 500), (case when last_updated_at > published_at then last_updated_at else published_at end)
  ) where status = 'published'`.execute(db);
}
