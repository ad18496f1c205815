import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Engine } from "./frozen/engine.ts";

/**
 * Full text and the vocabulary for misspelt words (docs/decisions/0003). The words come folded and parted from
 * JavaScript, so that both engines know the same ones; the text itself stays in `article`.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === "sqlite") {
    // "ascii" leaves every character beyond ASCII alone: words are parted by the spaces we put there, nothing else.
    // Beginnings of one and two letters are indexed apart: gathered from their words they would take a second.
    await sql`create virtual table article_search using fts5(
      title, tags, excerpt, about, body, content='', contentless_delete=1, tokenize='ascii', prefix='1 2'
    )`.execute(db);
  } else {
    // `head` repeats all but the body with a weight for each field: small enough to be read for every match.
    await sql`create table article_search (
      article_id integer primary key references article (id) on delete cascade,
      head tsvector not null,
      document tsvector not null
    )`.execute(db);
    await sql`create index article_search_by_head on article_search using gin (head)`.execute(db);
    await sql`create index article_search_by_document on article_search using gin (document)`.execute(db);
  }
  // Collation "C" keeps prefix ranges on the index whatever the database's language; SQLite compares bytes anyway.
  const bytes = engine === "postgres" ? sql`text collate "C"` : sql`text`;
  await sql`create table search_term (term ${bytes} primary key, reversed ${bytes} not null)`.execute(db);
  await sql`create index search_term_by_reversed on search_term (reversed)`.execute(db);
}
