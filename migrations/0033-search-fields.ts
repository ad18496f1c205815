import { type Kysely, sql } from "kysely";
import type { Engine } from "./frozen/engine.ts";

/**
 * On PostgreSQL a word of `article_search_head` begins with a letter for its field, as a GIN index knows no weights: a
 * search in titles read the row of every article that has the word in any field (docs/decisions/0044). SQLite's index
 * knows fields.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === "sqlite") return;
  await sql`create table article_search_field (
    article_id integer primary key references article (id) on delete cascade, head tsvector not null
  )`.execute(db);
  await sql`insert into article_search_field (article_id, head)
    select article_id, coalesce((
      select string_agg(word, ' ') from (
        select concat('''', lower(weight), lexeme, ''':', string_agg(concat(position, weight), ',')) as word
        from unnest(head) cross join lateral unnest(positions, weights) as place (position, weight)
        group by lexeme, weight
      ) as words
    ), '')::tsvector
    from article_search_head order by article_id`.execute(db);
  await sql`drop table article_search_head`.execute(db);
  await sql`alter table article_search_field rename to article_search_head`.execute(db);
  await sql`alter index article_search_field_pkey rename to article_search_head_pkey`.execute(db);
  await sql`create index article_search_head_by_head on article_search_head using gin (head)`.execute(db);
}
