import type { Kysely } from "kysely";
import type { Engine } from "./engine.ts";
import type { Database, DatabaseSettings } from "./open.ts";
import { dumpPostgres, isPostgresOccupied, loadPostgres } from "./postgres-dump.ts";
import { dumpSqlite, isSqliteOccupied, loadSqlite } from "./sqlite-dump.ts";
import type { Tables } from "./tables.ts";

/** Those that a backup can be of. */
export const ENGINES = ["sqlite", "postgres"] as const satisfies Engine[];

/** What a copy of the database is called in a backup. */
export const DUMP_FILE: Record<Engine, string> = { sqlite: "database.db", postgres: "database.dump" };

/**
 * Copies the database as it is at one moment into a new file, also while others write, and answers what `read` finds
 * at that same moment. Throws InvalidError where that cannot be done.
 */
export function dumpDatabase<T>(
  settings: DatabaseSettings,
  file: string,
  read: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return settings.engine === "sqlite" ? dumpSqlite(settings.path, file, read) : dumpPostgres(settings.url, file, read);
}

/** Whether there is a database that a restored one would take the place of. */
export async function isOccupied(settings: DatabaseSettings): Promise<boolean> {
  return settings.engine === "sqlite" ? isSqliteOccupied(settings.path) : isPostgresOccupied(settings.url);
}

/**
 * Puts a copy in the place of the database, whole or not at all. `prepare` has the last hand on it. Throws
 * InvalidError where a server still has the old one open (SQLite), or PostgreSQL's programs refuse.
 */
export function loadDump(
  settings: DatabaseSettings,
  file: string,
  prepare: (database: Database) => Promise<void>,
): Promise<void> {
  return settings.engine === "sqlite"
    ? loadSqlite(settings.path, file, prepare)
    : loadPostgres(settings.url, file, prepare);
}
