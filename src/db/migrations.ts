import { type Kysely, sql, type Transaction } from "kysely";
import { type Engine, engineOf, holdLock } from "./dialect.ts";
import { MIGRATIONS } from "./migration-files.ts";
import type { Database } from "./open.ts";
import type { Tables } from "./tables.ts";

/**
 * Migrates the database to the latest schema. Several processes may do so concurrently, and each may be killed at any
 * moment.
 */
export async function migrate(database: Database): Promise<void> {
  // A database that is up to date is not locked, so that a start next to a busy server does not wait.
  if ((await nextMigration(database.db, database.engine)) === undefined) return;
  await database.maintenance(async ({ db, engine }) => {
    while (await migrateOnce(db, engine));
  });
}

/**
 * Applies one migration with its entry in the list, in one transaction that excludes other processes; false if none is
 * left.
 */
function migrateOnce(db: Database["db"], engine: Engine): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await holdLock(trx, "migrations");
    return applyNext(trx, engine);
  });
}

/**
 * Migrates an empty database to the latest schema in the caller's transaction. Other migrations wait for its end.
 * `check` runs first, with nothing changed.
 */
export async function migrateWithin(
  trx: Transaction<Tables>,
  check: (trx: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  await holdLock(trx, "migrations");
  await check(trx);
  while (await applyNext(trx, engineOf(trx)));
}

async function applyNext(trx: Transaction<Tables>, engine: Engine): Promise<boolean> {
  await sql`create table if not exists kysely_migration (
    name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(trx);
  const next = await nextMigration(trx, engine);
  if (next === undefined) return false;
  await MIGRATIONS[next]?.(trx as unknown as Kysely<unknown>, engine);
  const timestamp = new Date().toISOString();
  await sql`insert into kysely_migration (name, timestamp) values (${next}, ${timestamp})`.execute(trx);
  return true;
}

/** A newer program has changed the database. */
export class NewerDatabaseError extends Error {
  constructor(migration: string) {
    super(`The database was changed by a newer version of this program (migration ${migration}).`);
  }
}

/** Throws NewerDatabaseError. */
async function nextMigration(db: Database["db"], engine: Engine): Promise<string | undefined> {
  const applied = (await hasList(db, engine)) ? await appliedMigrations(db) : [];
  const unknown = applied.find((name) => !isKnownMigration(name));
  if (unknown) throw new NewerDatabaseError(unknown);
  return Object.keys(MIGRATIONS).find((name) => !applied.includes(name));
}

async function hasList(db: Database["db"], engine: Engine): Promise<boolean> {
  const { rows } =
    engine === "postgres"
      ? await sql<{ found: string | null }>`select to_regclass('kysely_migration') as found`.execute(db)
      : await sql<{ found: string }>`select name as found from sqlite_master
          where type = 'table' and name = 'kysely_migration'`.execute(db);
  return Boolean(rows[0]?.found);
}

/** The names of the migrations applied to a database, in order. */
export async function appliedMigrations<Shape>(db: Kysely<Shape>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether this program has a migration: not if a newer program applied it. */
export const isKnownMigration = (name: string): boolean => name in MIGRATIONS;
