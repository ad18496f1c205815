import { type Kysely, sql } from "kysely";

/** Finds the corrections among all published versions, the newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index published_version_corrections on published_version (at desc, article_id desc, n desc)
    where kind = 'correction'`.execute(db);
}
