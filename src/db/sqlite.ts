import Sqlite from "better-sqlite3";
import { CompiledQuery, type DatabaseConnection, Kysely, SqliteDialect, SqliteDriver } from "kysely";
import type { Database } from "./open.ts";
import type { Tables } from "./tables.ts";

/** How long a writer waits for another process's write, in milliseconds. */
const BUSY_TIMEOUT = 5_000;
const CACHED_STATEMENTS = 500;
/** Pages (of 4 KiB) that gather in the log before they are copied into the database: four times SQLite's own default. */
const CHECKPOINT_PAGES = 4_000;

/** Takes the write lock at the start: a transaction that reads first and writes later could otherwise fail as busy. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #database: ReturnType<typeof withCachedStatements>;
  constructor(database: ReturnType<typeof withCachedStatements>) {
    super({ database });
    this.#database = database;
  }
  override createDriver(): SqliteDriver {
    return new ImmediateDriver({ database: this.#database });
  }
}

/** Kysely compiles each query to text; preparing that text anew every time would cost more than running it. */
function withCachedStatements(handle: Sqlite.Database) {
  const statements = new Map<string, Sqlite.Statement>();
  return {
    close: () => handle.close(),
    prepare(sql: string) {
      let statement = statements.get(sql);
      // A statement that is still being stepped through cannot be shared.
      if (statement && !statement.busy) return statement;
      statement = handle.prepare(sql);
      if (statements.size >= CACHED_STATEMENTS) statements.clear();
      statements.set(sql, statement);
      return statement;
    },
  };
}

/** Opens (and makes, if missing) an SQLite database that several processes may have open at once. */
export async function openSqlite(path: string): Promise<Database> {
  const handle = new Sqlite(path, { timeout: BUSY_TIMEOUT });
  handle.pragma("journal_mode = WAL");
  handle.pragma("synchronous = FULL");
  handle.pragma("foreign_keys = ON");
  handle.pragma("cache_size = -16000");
  handle.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  const db = new Kysely<Tables>({ dialect: new ImmediateDialect(withCachedStatements(handle)) });
  const watch = watchContentVersion(path);
  return {
    engine: "sqlite",
    db,
    contentVersion: watch.read,
    // The watching connection sees this process's commits like any other's.
    contentRaised: () => undefined,
    async close() {
      watch.close();
      await db.destroy();
      // Kysely closes the handle only if a query ever ran.
      if (handle.open) handle.close();
    },
  };
}

/**
 * Reads the content version over a connection of its own: `data_version` then changes with every commit of any
 * other connection, this process's writer included, and no uncommitted value is ever seen.
 */
function watchContentVersion(path: string) {
  const reader = new Sqlite(path, { timeout: BUSY_TIMEOUT });
  reader.pragma("cache_size = -500");
  const dataVersion = reader.prepare("pragma data_version").pluck();
  let select: Sqlite.Statement | undefined;
  let seen: unknown;
  let version = 0;
  return {
    read(): number {
      const current = dataVersion.get();
      if (current !== seen || version === 0) {
        // Prepared late: before the first migration there is no such table.
        select ??= reader.prepare("select value from site_state where key = 'content_version'").pluck();
        version = Number(select.get());
        seen = current;
      }
      return version;
    },
    close: () => reader.close(),
  };
}
