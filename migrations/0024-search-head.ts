import { type Kysely, sql } from "kysely";
import type { Engine } from "./frozen/engine.ts";
import { words } from "./frozen/text.ts";

/** Articles read at a time. */
const BATCH = 1000;
/** As words were cut when this was written. */
const MAX_WORD_CHARS = 64;

type Row = { id: number; title: string; tags: string; excerpt: string; category: string; author: string | null };

/**
 * An index of everything but the text, beside the one of everything (docs/decisions/0033). On SQLite whoever asked for a
 * title went through every place in every text; on PostgreSQL whoever counted texts read the rows' heads along.
 */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  engine === "postgres" ? upPostgres(db) : upSqlite(db);

async function upPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create table article_search_head (
    article_id integer primary key references article (id) on delete cascade, head tsvector not null)`.execute(db);
  await sql`insert into article_search_head (article_id, head) select article_id, head from article_search`.execute(db);
  await sql`create index article_search_head_by_head on article_search_head using gin (head)`.execute(db);
  await sql`alter table article_search drop column head`.execute(db);
  // Writes the rows anew, or they would keep their size.
  await sql`cluster article_search using article_search_pkey`.execute(db);
}

async function upSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table article_search_head using fts5(
    title, tags, excerpt, about, content='', contentless_delete=1, detail=column, tokenize='ascii', prefix='1 2 3'
  )`.execute(db);
  for (let last = 0; ; ) {
    const { rows } = await sql<Row>`select article.id, title, tags, excerpt, category.name as category,
        account.name as author
      from article join category on category.id = category_id left join account on account.id = author_id
      where article.id in (select id from article_search_docsize where id > ${last}
        order by id limit ${BATCH})
      order by article.id`.execute(db);
    if (rows.length === 0) return;
    last = rows.at(-1)?.id ?? last;
    for (const { id, title, tags, excerpt, category, author } of rows) {
      const fields = [title, (JSON.parse(tags) as string[]).join(" "), excerpt, `${category} ${author ?? ""}`];
      await sql`insert into article_search_head (rowid, title, tags, excerpt, about)
        values (${id}, ${sql.join(fields.map(wordsOf))})`.execute(db);
    }
  }
}

const wordsOf = (text: string) =>
  words(text)
    .map((word) =>
      word.length <= MAX_WORD_CHARS ? word : word.slice(0, MAX_WORD_CHARS).replace(/[\uD800-\uDBFF]$/, ""),
    )
    .join(" ");
