import { type Kysely, sql } from "kysely";

/** What is checked of every article after a start, so that the check reads two short indexes and no text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index article_for_sitemaps`.execute(db);
  await sql`create index article_by_id on article (id, status, version, published_at, last_updated_at)`.execute(db);
  await sql`create index derived_content_by_article on derived_content (article_id, article_version, derivation)`.execute(
    db,
  );
}
