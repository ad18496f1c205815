import Sqlite from "better-sqlite3";
import { Kysely } from "kysely";
import { type ObserveStatement, observed } from "./observed-statements.ts";
import type { Database } from "./open.ts";
import { type ContentChange, createChangeRecord } from "./scopes.ts";
import { isBusy, retryWhileBusy, SqliteProcessDialect } from "./sqlite-driver.ts";
import type { Tables } from "./tables.ts";

/** How long a request waits for another process's write, and how long a start or a migration does, in milliseconds. */
const LOCK_TIMEOUT = 5_000;
const MAINTENANCE_LOCK_TIMEOUT = 120_000;
/** Pages (of 4 KiB) that the log collects before a checkpoint: four times SQLite's default. */
const CHECKPOINT_PAGES = 4_000;

type Settings = {
  /** Milliseconds. */
  lockTimeout?: number;
  observe?: ObserveStatement | undefined;
};

/** Opens (and creates, if missing) an SQLite database that several processes may share. */
export async function openSqlite(
  path: string,
  { lockTimeout = LOCK_TIMEOUT, observe }: Settings = {},
): Promise<Database> {
  const deadline = performance.now() + MAINTENANCE_LOCK_TIMEOUT;
  const writer = await retryWhileBusy(() => openWriter(path), deadline);
  const reader = await retryWhileBusy(() => openReader(path), deadline);
  let maintenance = 0;
  const dialect = new SqliteProcessDialect({
    reader,
    writer,
    lockTimeout: () => (maintenance > 0 ? MAINTENANCE_LOCK_TIMEOUT : lockTimeout),
  });
  const database: Database = {
    engine: "sqlite",
    // Reads are synchronous: more would only use memory.
    maxConcurrentReads: 2,
    db: new Kysely<Tables>({ dialect: observed(dialect, observe) }),
    ...followContent(reader),
    async maintenance(work) {
      maintenance += 1;
      try {
        return await work(database);
      } finally {
        maintenance -= 1;
      }
    },
    async close() {
      await database.db.destroy();
      reader.close();
      writer.close();
    },
  };
  return database;
}

function openWriter(path: string): Sqlite.Database {
  return open(path, (handle) => {
    // Checked first, as setting it takes an exclusive lock even if nothing changes.
    if (handle.pragma("journal_mode", { simple: true }) !== "wal") handle.pragma("journal_mode = WAL");
    handle.pragma("synchronous = FULL");
    handle.pragma("foreign_keys = ON");
    handle.pragma("cache_size = -8000");
    handle.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  });
}

function openReader(path: string): Sqlite.Database {
  return open(path, (handle) => {
    handle.pragma("query_only = ON");
    handle.pragma("cache_size = -16000");
  });
}

/** SQLite would wait for a busy timeout synchronously, and block the event loop (decision 16). */
function open(path: string, prepare: (handle: Sqlite.Database) => void): Sqlite.Database {
  const handle = new Sqlite(path, { timeout: 0 });
  try {
    // Reads that sort must work even when the disk is full.
    handle.pragma("temp_store = MEMORY");
    prepare(handle);
    return handle;
  } catch (error) {
    handle.close();
    throw error;
  }
}

/**
 * Follows content changes on the reader: `data_version` changes with every commit of any other connection, this
 * process's writer included, and uncommitted changes are never seen.
 */
function followContent(reader: Sqlite.Database): Pick<Database, "contentVersion" | "changedSince" | "contentChanged"> {
  const dataVersion = reader.prepare("pragma data_version").pluck();
  const record = createChangeRecord();
  let statements: { version: Sqlite.Statement; changes: Sqlite.Statement } | undefined;
  let seen: unknown;
  const read = () => {
    const current = dataVersion.get();
    if (current === seen && record.version() > 0) return record.version();
    // Prepared on first use: before the first migrations there are no such tables.
    statements ??= {
      version: reader.prepare("select value from site_state where key = 'content_version'").pluck(),
      changes: reader.prepare("select version, scopes from content_change where version > ? order by version"),
    };
    const stored = Number(statements.version.get());
    if (stored > record.version()) record.catchUp(stored, statements.changes.all(record.version()) as ContentChange[]);
    seen = current;
    return record.version();
  };
  return {
    contentVersion() {
      try {
        return read();
      } catch (error) {
        // While another process recovers the database or holds an exclusive lock, the last known version is used.
        if (record.version() > 0 && isBusy(error)) return record.version();
        throw error;
      }
    },
    changedSince: record.changedSince,
    // The reader sees the writer's commits like any other process's.
    contentChanged: () => undefined,
  };
}
