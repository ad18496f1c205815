import { type Kysely, sql } from "kysely";

/** What sitemaps say of each article, so that writing them does not read whole articles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index article_for_sitemaps on article (id, status, published_at, last_updated_at)`.execute(db);
}
