import { type Kysely, sql } from "kysely";
import type { Engine } from "./engine.ts";

/**
 * Renames a table, and on PostgreSQL its constraints and sequences, whose names begin with the table's. SQLite names
 * its own ones anew by itself.
 */
export async function renameTable(db: Kysely<unknown>, engine: Engine, from: string, to: string): Promise<void> {
  await sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db);
  if (engine === "sqlite") return;
  const { rows: constraints } = await sql<{ name: string }>`select conname as name from pg_constraint
    where conrelid = ${to}::regclass and starts_with(conname::text, ${`${from}_`}) order by conname`.execute(db);
  for (const { name } of constraints)
    await sql`alter table ${sql.table(to)}
      rename constraint ${sql.ref(name)} to ${sql.ref(name.replace(from, to))}`.execute(db);
  const { rows: sequences } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'S' and relnamespace = current_schema()::regnamespace and starts_with(relname::text, ${`${from}_`})
    order by relname`.execute(db);
  for (const { name } of sequences)
    await sql`alter sequence ${sql.ref(name)} rename to ${sql.ref(name.replace(from, to))}`.execute(db);
}
