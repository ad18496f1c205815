import { type Kysely, sql } from "kysely";
import type { Engine } from "./frozen/engine.ts";

/**
 * The program decides which statuses an article may have: with a check constraint every new one would mean rebuilding
 * the table of all articles. Also adds who last changed an article: the account's number, which outlives the account;
 * null for the operator.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === "postgres") {
    await sql`alter table article drop constraint article_status_check`.execute(db);
    await sql`alter table article alter column status set default 'draft'`.execute(db);
    await sql`alter table article add column updated_by integer`.execute(db);
    return;
  }
  // SQLite cannot drop a check constraint from a column, and recreating the table would delete the rows that refer to
  // it.
  const { rows: indexes } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'index' and tbl_name = 'article' and sql is not null order by rowid
  `.execute(db);
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db);
  await sql`alter table article add column status_next text not null default 'draft'`.execute(db);
  await sql`alter table article add column updated_by integer`.execute(db);
  // Last again, as SQLite walks through a long text to reach the columns after it, and searches read the status.
  await sql`alter table article add column content_next text not null default ''`.execute(db);
  // Emptied at once, so that no row holds its content twice: the log grows by the size of the table, not three times
  // that.
  await sql`update article set status_next = status, content_next = content, content = ''`.execute(db);
  for (const column of ["status", "content"]) {
    await sql`alter table article drop column ${sql.ref(column)}`.execute(db);
    await sql`alter table article rename column ${sql.ref(`${column}_next`)} to ${sql.ref(column)}`.execute(db);
  }
  for (const index of indexes) await sql.raw(index.sql).execute(db);
}
