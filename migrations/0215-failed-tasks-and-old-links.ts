import { type Kysely, sql } from "kysely";

export const isAdditive = true;

/** Indexes of failed tasks and of links by their last check. Failed renames of authors no longer name the person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index task_failed on task (id) where state = 'failed'`.execute(db);
  await sql`create index remote_item_link on remote_item (asked_at) where kind = 'link'`.execute(db);
  const about = JSON.stringify({ what: "New name of an author in the articles", path: "/admin/authors" });
  await sql`update task set about = ${about} where kind = 'reindex-author' and about <> ''`.execute(db);
}
