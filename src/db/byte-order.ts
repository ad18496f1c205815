import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "./tables.ts";

type TextColumn = { table: string; column: string; type: string };

/** The text columns that PostgreSQL sorts by the rules of a language, which differ by server. */
async function languageSorted(db: Kysely<Tables>): Promise<TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as "type"
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attcollation <> 0 and a.attcollation <> '"C"'::regcollation and a.attgenerated = ''
    order by 1, a.attnum`.execute(db);
  return rows;
}

export const isSortedByBytes = async (db: Kysely<Tables>): Promise<boolean> => (await languageSorted(db)).length === 0;

/** Lets PostgreSQL sort and compare all texts by their bytes, as SQLite does. Rebuilds the indexes of changed columns. */
export async function sortByBytes(trx: Transaction<Tables>): Promise<void> {
  const byTable = Map.groupBy(await languageSorted(trx), ({ table }) => table);
  for (const [table, columns] of byTable) {
    const changes = columns.map(
      ({ column, type }) => sql`alter column ${sql.ref(column)} type ${sql.raw(type)} collate "C"`,
    );
    await sql`alter table ${sql.table(table)} ${sql.join(changes)}`.execute(trx);
  }
}
