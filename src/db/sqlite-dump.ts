import { existsSync } from "node:fs";
import { copyFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import type { Kysely, Transaction } from "kysely";
import { flush } from "#platform/storage.ts";
import { InvalidError } from "#shared/errors.ts";
import { migrate } from "./migrations.ts";
import { openSqlite } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

/** Files that SQLite keeps next to a database. */
const COMPANIONS = ["-wal", "-shm"];

/** `VACUUM INTO` reads in one transaction: writers do not wait, and their changes are not included. */
export async function dumpSqlite<T>(path: string, file: string, read: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  if (!existsSync(path)) throw new InvalidError(`There is no database at ${path}.`);
  const source = new Sqlite(path, { readonly: true });
  try {
    source.prepare("vacuum into ?").run(file);
  } finally {
    source.close();
  }
  const copy = await openSqlite(file);
  try {
    return await read(copy.db);
  } finally {
    await copy.close();
  }
}

export const isSqliteOccupied = (path: string): boolean => existsSync(path);

/** Creates the new database next to the old one; the final rename makes it take effect. */
export async function loadSqlite(
  path: string,
  file: string,
  prepare: (trx: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  const next = `${path}.restoring`;
  await removeDatabase(next);
  refuseInUse(path);
  try {
    await copyFile(file, next);
    const database = await openSqlite(next);
    try {
      await migrate(database);
      await database.db.transaction().execute(prepare);
    } finally {
      await database.close();
    }
    await flush(next);
    refuseInUse(path);
    for (const suffix of COMPANIONS) await rm(path + suffix, { force: true });
    await rename(next, path);
    await flush(dirname(path));
  } finally {
    await removeDatabase(next);
  }
}

/** Removes a database's file with those that SQLite keeps next to it. */
export async function removeDatabase(path: string): Promise<void> {
  for (const suffix of ["", ...COMPANIONS]) await rm(path + suffix, { force: true });
}

/** A process that has a database in WAL mode open holds a lock on it all the time. */
function refuseInUse(path: string): void {
  if (!existsSync(path)) return;
  const handle = new Sqlite(path, { timeout: 0 });
  try {
    handle.pragma("locking_mode = exclusive");
    handle.exec("begin exclusive; rollback");
  } catch (error) {
    const { code = "" } = error as { code?: string };
    if (code.startsWith("SQLITE_BUSY")) throw new InvalidError(`${path} is in use. Stop the server, then restore.`);
    // Any other fault does not matter, as it is about to be replaced.
  } finally {
    handle.close();
  }
}
