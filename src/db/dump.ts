import type { Kysely, Transaction } from "kysely";
import type { Engine } from "./engine.ts";
import type { DatabaseSettings } from "./open.ts";
import { dumpPostgres, isPostgresOccupied, loadPostgres } from "./postgres-dump.ts";
import { dumpSqlite, isSqliteOccupied, loadSqlite } from "./sqlite-move.ts";
import type { Tables } from "./tables.ts";

export const ENGINES = ["sqlite", "postgres"] as const satisfies Engine[];

/** The names of the database's copy in a backup. */
export const DUMP_FILE: Record<Engine, string> = { sqlite: "database.db", postgres: "database.dump" };

/**
 * Copies a snapshot of the database into a new file, even while others write, and returns what `read` finds in that
 * same snapshot. Throws CommandError.
 */
export function dumpDatabase<T>(
  settings: DatabaseSettings,
  file: string,
  read: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return settings.engine === "sqlite" ? dumpSqlite(settings.path, file, read) : dumpPostgres(settings.url, file, read);
}

/** Whether a restored database would replace an existing one. */
export async function isOccupied(settings: DatabaseSettings): Promise<boolean> {
  return settings.engine === "sqlite" ? isSqliteOccupied(settings.path) : isPostgresOccupied(settings.url);
}

/**
 * Replaces the database with a copy of the same or an older schema, completely or not at all: the copy is migrated, and
 * `prepare` makes the final changes to it. Throws CommandError if the copy cannot be loaded, or the database is in use.
 */
export function loadDump(
  settings: DatabaseSettings,
  file: string,
  prepare: (trx: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  return settings.engine === "sqlite"
    ? loadSqlite(settings.path, file, prepare)
    : loadPostgres(settings.url, file, prepare);
}
