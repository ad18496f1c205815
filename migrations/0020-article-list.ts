import { type Kysely, sql } from "kysely";
import type { Engine } from "./frozen/engine.ts";
import { renameTable } from "./frozen/rename-table.ts";

const FILTERS = "status, is_featured, is_editors_pick, is_auto_update";
const INDEXES = {
  desk_by_date: ["article_list_by_date", `effective_at, article_id, category_id, ${FILTERS}`],
  desk_by_title: ["article_list_by_title", `title_key, article_id, effective_at, category_id, ${FILTERS}`],
  desk_by_update: ["article_list_by_update", `updated_at, article_id, effective_at, category_id, ${FILTERS}`],
  desk_by_category: ["article_list_by_category", `category_id, effective_at, article_id, ${FILTERS}`],
  desk_by_author: ["article_list_by_author", `author_id, effective_at, article_id, category_id, ${FILTERS}`],
} as const;

/**
 * `desk_article` becomes `article_list_entry`, and its `stands_at` becomes `effective_at`. An older program that still
 * runs fails to write articles, whole transactions at a time, and loses nothing.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await renameTable(db, engine, "desk_article", "article_list_entry");
  await sql`alter table article_list_entry rename column stands_at to effective_at`.execute(db);
  for (const [old, [name, columns]] of Object.entries(INDEXES)) {
    if (engine === "postgres") {
      await sql`alter index ${sql.ref(old)} rename to ${sql.ref(name)}`.execute(db);
      continue;
    }
    // SQLite cannot rename an index.
    await sql`drop index ${sql.ref(old)}`.execute(db);
    await sql`create index ${sql.ref(name)} on article_list_entry (${sql.raw(columns)})`.execute(db);
  }
}
