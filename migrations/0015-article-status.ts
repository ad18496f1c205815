import { type Kysely, sql } from "kysely";
import type { Engine } from "./frozen/engine.ts";

/**
 * Which statuses an article may have is the program's to say: a check of the table's would make every new one a rebuild
 * of all articles. And who changed an article last: the account's number, which outlives it; null for the operator.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === "postgres") {
    await sql`alter table article drop constraint article_status_check`.execute(db);
    await sql`alter table article alter column status set default 'draft'`.execute(db);
    await sql`alter table article add column updated_by integer`.execute(db);
    return;
  }
  // SQLite cannot take a check off a column, and making the table anew would delete what refers to it.
  const { rows: indexes } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'index' and tbl_name = 'article' and sql is not null order by rowid
  `.execute(db);
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db);
  await sql`alter table article add column status_next text not null default 'draft'`.execute(db);
  await sql`alter table article add column updated_by integer`.execute(db);
  // Last again, as SQLite walks through a long text to reach the columns after it, and searches read the status.
  await sql`alter table article add column content_next text not null default ''`.execute(db);
  // Emptied at once, so that no row holds its content twice: the log grows by the size of the table, not by three.
  await sql`update article set status_next = status, content_next = content, content = ''`.execute(db);
  for (const column of ["status", "content"]) {
    await sql`alter table article drop column ${sql.ref(column)}`.execute(db);
    await sql`alter table article rename column ${sql.ref(`${column}_next`)} to ${sql.ref(column)}`.execute(db);
  }
  for (const index of indexes) await sql.raw(index.sql).execute(db);
}
