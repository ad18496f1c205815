import { existsSync } from "node:fs";
import { copyFile, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import type { Kysely, Transaction } from "kysely";
import { flush } from "#platform/storage.ts";
import { CommandError } from "#shared/errors.ts";
import { migrate } from "./migrations.ts";
import {
  type Cell,
  isCopied,
  isOfKind,
  kindOf,
  MAX_BATCH_BYTES,
  MAX_BATCH_ROWS,
  type MoveDestination,
  type MoveEnd,
  type MoveSource,
  type MoveTarget,
  sizeOf,
  type TableShape,
} from "./move-cells.ts";
import { openSqlite } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

/** Files that SQLite keeps next to a database. */
const COMPANIONS = ["-wal", "-shm"];

/** `VACUUM INTO` reads in one transaction: writers do not wait, and their changes are not included. */
export async function dumpSqlite<T>(path: string, file: string, read: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  if (!existsSync(path)) throw new CommandError(`No database found at ${path}.`);
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
  await removeSqlite(next);
  rejectInUse(path);
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
    rejectInUse(path);
    for (const suffix of COMPANIONS) await rm(path + suffix, { force: true });
    await rename(next, path);
    await flush(dirname(path));
  } finally {
    await removeSqlite(next);
  }
}

/** Removes a database with the files next to it; does nothing if there is none. */
export async function removeSqlite(path: string): Promise<void> {
  for (const suffix of ["", ...COMPANIONS]) await rm(path + suffix, { force: true });
}

/** A process that has a database in WAL mode open holds a lock on it all the time. */
function rejectInUse(path: string): void {
  if (!existsSync(path)) return;
  const handle = new Sqlite(path, { timeout: 0 });
  try {
    handle.pragma("locking_mode = exclusive");
    handle.exec("begin exclusive; rollback");
  } catch (error) {
    const { code = "" } = error as { code?: string };
    if (code.startsWith("SQLITE_BUSY")) throw new CommandError(`${path} is in use. Stop the server, then restore.`);
    // Any other fault does not matter, as it is about to be replaced.
  } finally {
    handle.close();
  }
}

/**
 * The source. If no other process has it open, none can open it until the copy is complete; else it is read in one
 * transaction, while others continue to read and write.
 */
export function sqliteSource(path: string): MoveSource {
  return {
    async read(work) {
      if (!existsSync(path)) throw new CommandError(`No database found at ${path}.`);
      const alone = openAlone(path);
      const handle = alone ?? new Sqlite(path, { readonly: true });
      try {
        handle.exec("begin");
        // The snapshot starts with the first read.
        handle.prepare("select count(*) from sqlite_schema").get();
        return await work(sqliteEnd(handle), async () => alone === undefined);
      } finally {
        handle.close();
      }
    },
  };
}

/** A process that has a database in WAL mode open holds a lock on it all the time. */
function openAlone(path: string): Sqlite.Database | undefined {
  const handle = new Sqlite(path, { timeout: 0, fileMustExist: true });
  try {
    handle.pragma("locking_mode = exclusive");
    handle.exec("begin exclusive; rollback");
    return handle;
  } catch (error) {
    handle.close();
    if (String((error as { code?: string }).code).startsWith("SQLITE_BUSY")) return undefined;
    throw error;
  }
}

/** The target: created next to its place, and moved there by a rename when it is complete. */
export function sqliteDestination(path: string): MoveDestination {
  return {
    async fill(copy, finish) {
      if (existsSync(path)) throw new CommandError(`${path} already exists. The target must be empty.`);
      const next = `${path}.moving`;
      await claim(next);
      try {
        const created = await openSqlite(next);
        await migrate(created).finally(created.close);
        await copyInto(next, copy);
        const database = await openSqlite(next);
        await finish((step) => database.db.transaction().execute(step)).finally(database.close);
        await flush(next);
        if (existsSync(path)) throw new CommandError(`${path} was created by another process.`);
        await rename(next, path);
        await flush(dirname(path));
      } finally {
        await removeSqlite(next);
      }
    },
  };
}

/** Creates the file, so that two concurrent moves do not write into the same one. */
async function claim(file: string): Promise<void> {
  const created = await open(file, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
    throw new CommandError(
      `${file} belongs to a move that is running or was interrupted. If it was interrupted, delete the file.`,
    );
  });
  await created.close();
}

async function copyInto(path: string, copy: (target: MoveTarget) => Promise<void>): Promise<void> {
  const handle = new Sqlite(path);
  try {
    handle.pragma("foreign_keys = ON");
    handle.exec("begin immediate");
    await copy({ ...sqliteEnd(handle), ...sqliteWriting(handle) });
    handle.exec("commit");
  } finally {
    handle.close();
  }
}

function sqliteEnd(handle: Sqlite.Database): MoveEnd {
  handle.defaultSafeIntegers(true);
  return {
    async tables() {
      const named = handle.prepare("select name from pragma_table_list where schema = 'main' and type = 'table'");
      const names = (named.pluck().all() as string[]).filter((name) => !name.startsWith("sqlite_") && isCopied(name));
      return names.map((name) => shapeOf(handle, name));
    },
    async migrations() {
      const lists = handle.prepare(
        "select name from sqlite_schema where name in ('kysely_migration', 'additive_migration')",
      );
      const names = (list: string) =>
        handle
          .prepare(`select name from ${quoted(list)}`)
          .pluck()
          .all() as string[];
      return (lists.pluck().all() as string[]).flatMap(names).sort();
    },
    async *read(table) {
      const columns = table.columns.map(({ name }) => quoted(name)).join(", ");
      const statement = handle.prepare(`select ${columns} from ${quoted(table.name)}`).raw();
      let batch: Cell[][] = [];
      let size = 0;
      for (const row of statement.iterate() as IterableIterator<Cell[]>) {
        checkRow(table, row);
        batch.push(row);
        size += sizeOf(row);
        if (batch.length < MAX_BATCH_ROWS && size < MAX_BATCH_BYTES) continue;
        yield batch;
        [batch, size] = [[], 0];
      }
      if (batch.length > 0) yield batch;
    },
    async lastIds() {
      const rows = handle.prepare("select name, seq from sqlite_sequence where seq > 0").all() as {
        name: string;
        seq: bigint;
      }[];
      return new Map(rows.map(({ name, seq }) => [name, seq]));
    },
  };
}

function shapeOf(handle: Sqlite.Database, name: string): TableShape {
  const columns = handle.prepare("select name, type from pragma_table_info(?)").all(name) as {
    name: string;
    type: string;
  }[];
  const parents = handle.prepare('select distinct "table" from pragma_foreign_key_list(?)').pluck().all(name);
  return {
    name,
    columns: columns.map((column) => ({ name: column.name, kind: kindOf(name, column.name, column.type) })),
    parents: parents as string[],
  };
}

function checkRow({ name, columns }: TableShape, row: Cell[]): void {
  for (const [index, column] of columns.entries()) {
    const cell = row[index] ?? null;
    if (isOfKind(cell, column.kind)) continue;
    // Text is the worst: its bytes would become something else on the way.
    throw new CommandError(`${name}.${column.name} holds a value that is not ${column.kind}, in the row of ${row[0]}.`);
  }
}

function sqliteWriting(handle: Sqlite.Database): Omit<MoveTarget, keyof MoveEnd> {
  return {
    async empty({ name }) {
      handle.exec(`delete from ${quoted(name)}`);
    },
    async write({ name, columns }, rows) {
      const names = columns.map((column) => quoted(column.name)).join(", ");
      const places = columns.map(() => "?").join(", ");
      const statement = handle.prepare(`insert into ${quoted(name)} (${names}) values (${places})`);
      for (const row of rows) statement.run(row);
    },
    async setLastId(table, id) {
      handle.prepare("delete from sqlite_sequence where name = ?").run(table);
      handle.prepare("insert into sqlite_sequence (name, seq) values (?, ?)").run(table, id);
    },
  };
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
