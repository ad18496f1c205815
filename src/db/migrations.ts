import { type Kysely, sql, type Transaction } from "kysely";
import { isSortedByBytes, sortByBytes } from "./byte-order.ts";
import { type Engine, engineOf, holdLock } from "./dialect.ts";
import { MIGRATIONS } from "./migration-files.ts";
import type { Database } from "./open.ts";
import type { Tables } from "./tables.ts";

/** The migrations that a program must know to run over the database. */
const LIST = "kysely_migration";
/** Those that programs without them can run over, in a list that these never read, whatever their age. */
const ADDITIVE_LIST = "additive_migration";

/**
 * Migrates the database to the latest schema. Several processes may do so concurrently, and each may be killed at any
 * moment.
 */
export async function migrate(database: Database): Promise<void> {
  // A database that is up to date is not locked, so that a start next to a busy server does not wait.
  const isSorted = database.engine === "sqlite" || (await isSortedByBytes(database.db));
  if (isSorted && (await nextMigration(database.db, database.engine)) === undefined) return;
  await database.maintenance(async ({ db, engine }) => {
    while (await migrateOnce(db, engine));
    if (engine === "sqlite") return;
    await db.transaction().execute(async (trx) => {
      await holdLock(trx, "migrations");
      await sortByBytes(trx);
    });
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
  if (engineOf(trx) === "postgres") await sortByBytes(trx);
}

async function applyNext(trx: Transaction<Tables>, engine: Engine): Promise<boolean> {
  await createList(trx, LIST);
  const next = await nextMigration(trx, engine);
  if (next === undefined) return false;
  const migration = MIGRATIONS[next];
  await migration?.up(trx as unknown as Kysely<unknown>, engine);
  if (migration?.isAdditive) await createList(trx, ADDITIVE_LIST);
  const list = sql.table(migration?.isAdditive ? ADDITIVE_LIST : LIST);
  await sql`insert into ${list} (name, timestamp) values (${next}, ${new Date().toISOString()})`.execute(trx);
  return true;
}

const createList = (trx: Transaction<Tables>, name: string) =>
  sql`create table if not exists ${sql.table(name)} (
    name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(trx);

/** Throws if a newer program has changed the database in a way that this one can't run over. */
async function nextMigration(db: Database["db"], engine: Engine): Promise<string | undefined> {
  return (await pendingMigrations({ db, engine }))[0];
}

/** A newer release has applied a migration that this program can't run over. */
export class NewerDatabaseError extends Error {
  constructor(migration: string) {
    super(`The database was changed by a newer version of this program (migration ${migration}).`);
  }
}

/** The names of the migrations applied to a database, in order: all of them, and those that are not additive. */
async function readLists<Shape>(db: Kysely<Shape>, engine: Engine): Promise<{ all: string[]; binding: string[] }> {
  const has = await existingLists(db, engine);
  const read = async (name: string) => {
    if (!has.has(name)) return [];
    return (await sql<{ name: string }>`select name from ${sql.table(name)} order by name`.execute(db)).rows;
  };
  const [binding, additive] = [await read(LIST), await read(ADDITIVE_LIST)].map((rows) => rows.map(({ name }) => name));
  return { all: [...(binding ?? []), ...(additive ?? [])].sort(), binding: binding ?? [] };
}

async function existingLists<Shape>(db: Kysely<Shape>, engine: Engine): Promise<Set<string>> {
  const { rows } =
    engine === "postgres"
      ? await sql<{ name: string }>`select relname as name from pg_class
          where oid in (to_regclass(${LIST}), to_regclass(${ADDITIVE_LIST}))`.execute(db)
      : await sql<{ name: string }>`select name from sqlite_master
          where type = 'table' and name in (${LIST}, ${ADDITIVE_LIST})`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** The names of the migrations applied to a database, in order. */
export async function appliedMigrations<Shape>(db: Kysely<Shape>): Promise<string[]> {
  return (await readLists(db, engineOf(db))).all;
}

/** The migrations that this program would apply, in order. Throws NewerDatabaseError. */
export async function pendingMigrations({ db, engine }: Pick<Database, "db" | "engine">): Promise<string[]> {
  const { all, binding } = await readLists(db, engine);
  const unknown = binding.find((name) => !isKnownMigration(name));
  if (unknown) throw new NewerDatabaseError(unknown);
  return Object.keys(MIGRATIONS).filter((name) => !all.includes(name));
}

/** Whether this program has a migration: not if a newer program applied it. */
export const isKnownMigration = (name: string): boolean => name in MIGRATIONS;
