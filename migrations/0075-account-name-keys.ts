import { type Kysely, sql } from "kysely";

/** Names of accounts are compared by a key that the program makes: SQLite's `lower` knows ASCII only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column name_key text not null default ''`.execute(db);
  const { rows } = await sql<{ id: number; name: string }>`select id, name from account`.execute(db);
  for (const { id, name } of rows) {
    const key = name.normalize("NFC").trim().toLowerCase();
    await sql`update account set name_key = ${key} where id = ${id}`.execute(db);
  }
  await sql`create index account_by_name_key on account (name_key, id)`.execute(db);
}
