import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { onTestFinished } from "vitest";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";

const MIGRATIONS = join(import.meta.dirname, "../../migrations");

/** A database as it was before the migration `name`, to be filled and then migrated; closed when the test ends. */
export async function openBefore(name: string, settings: Parameters<typeof openDatabase>[0]): Promise<Database> {
  const database = await openDatabase(settings);
  onTestFinished(() => database.close());
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith(".ts"));
  const earlier = files.map((file) => file.slice(0, -".ts".length)).filter((one) => one < name);
  await database.db.transaction().execute(async (trx) => {
    await sql`create table kysely_migration (
      name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(trx);
    for (const one of earlier.sort()) {
      const { up } = await import(join(MIGRATIONS, `${one}.ts`));
      await up(trx as unknown as Kysely<unknown>, database.engine);
      await sql`insert into kysely_migration (name, timestamp) values (${one}, '')`.execute(trx);
    }
  });
  return database;
}
