import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { type Kysely, sql, type Transaction } from "kysely";
import type pg from "pg";
import { CommandError } from "#shared/errors.ts";
import type { Engine } from "./dialect.ts";
import { migrateWithin } from "./migrations.ts";
import type { Database, DatabaseSettings } from "./open.ts";
import { openPostgres, withOneConnection } from "./postgres.ts";
import { dumpSqlite, isSqliteOccupied, loadSqlite, removeSqlite } from "./sqlite-move.ts";
import type { Tables } from "./tables.ts";

const execute = promisify(execFile);

/** Where Debian installs the programs of each version. */
const DEBIAN = "/usr/lib/postgresql";
/**
 * Connection parameters that PostgreSQL's programs know; others are for our driver, and the programs would reject them.
 */
const KNOWN_PARAMETERS = new Set(["host", "port", "sslmode", "sslrootcert", "sslcert", "sslkey", "connect_timeout"]);
const WITHOUT_OWNERS = ["--no-owner", "--no-privileges"];

/** `pg_dump` on a snapshot that this process reads as well, so that both see the same state. */
async function dumpPostgres<T>(url: string, file: string, read: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const program = findProgram("pg_dump");
  return withDatabase(url, ({ db }) =>
    db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (trx) => {
        const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(trx);
        const found = await read(trx);
        const options = ["--format=custom", `--snapshot=${rows[0]?.snapshot}`, `--file=${file}`];
        await run(program, [...options, ...WITHOUT_OWNERS], url);
        return found;
      }),
  );
}

function isPostgresOccupied(url: string): Promise<boolean> {
  return withDatabase(url, async ({ db }) => {
    const { rows } = await sql<{ found: string | null }>`select to_regclass('kysely_migration') as found`.execute(db);
    return rows[0]?.found !== null;
  });
}

/**
 * Loads a dump in one transaction: drops all tables of the schema, also those that the dump does not know, runs the
 * statements of `pg_restore`, migrates and prepares. Throws CommandError, with nothing changed.
 */
async function loadPostgres(
  url: string,
  file: string,
  prepare: (trx: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  const program = findProgram("pg_restore");
  await withOneConnection(url, async (db, client) => {
    await rejectInUse(db);
    await db.transaction().execute(async (trx) => {
      await dropRelations(trx);
      await withScript(program, file, (script) => runScript(client(), script));
      // The script empties the search path, among other settings.
      await sql`reset all`.execute(trx);
      await migrateWithin(trx, async () => undefined);
      await prepare(trx);
    });
  }).catch((error: Error) => {
    throw error instanceof CommandError ? error : new CommandError(`Nothing was restored: ${error.message}`);
  });
}

/** How long to wait for connections of processes that have just ended, in milliseconds. */
const CLOSING_MS = 1_000;

/** Throws CommandError while others are connected as the same user. Monitoring has a user of its own. */
async function rejectInUse(db: Kysely<Tables>): Promise<void> {
  for (const giveUp = Date.now() + CLOSING_MS; ; await wait(50)) {
    const { rows } = await sql<{ total: number }>`select count(*) as total from pg_stat_activity
      where datname = current_database() and usename = current_user and backend_type = 'client backend'
        and pid <> pg_backend_pid()`.execute(db);
    const total = rows[0]?.total ?? 0;
    if (total === 0) return;
    if (Date.now() > giveUp)
      throw new CommandError(`The database is in use (${total} connections). Stop the server, then restore.`);
  }
}

/** Drops the tables, views and sequences of the schema, except those of extensions. */
async function dropRelations(trx: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select format('drop %s if exists %s cascade',
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
        when 'f' then 'foreign table' else 'table' end, c.oid::regclass) as statement
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and not exists (select 1 from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('e', 'i'))`.execute(trx);
  for (const { statement } of rows) await sql.raw(statement).execute(trx);
}

/** Passes the script that `pg_restore` writes for a dump to `work`. */
async function withScript(program: string, file: string, work: (script: AsyncIterable<Buffer>) => Promise<void>) {
  const options = ["--clean", "--if-exists", "--file=-"];
  const child = spawn(program, [...options, ...WITHOUT_OWNERS, file], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? notInstalled(program) : error;
  });
  const problems = text(child.stderr).catch(() => "");
  try {
    await Promise.all([work(child.stdout), ended]);
    if (child.exitCode !== 0) throw new CommandError(firstLine(await problems) || "pg_restore failed.");
  } finally {
    child.kill();
  }
}

async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openPostgres(url);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** The newest installed version, as an older one rejects a newer server; else the one on the path. */
function findProgram(name: string): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((left, right) => Number(right) - Number(left)) : [];
  return versions.map((version) => join(DEBIAN, version, "bin", name)).find((path) => existsSync(path)) ?? name;
}

/** The password is passed in the environment: arguments are visible to every user of the machine. */
async function run(program: string, args: string[], url: string): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  for (const name of [...address.searchParams.keys()])
    if (!KNOWN_PARAMETERS.has(name)) address.searchParams.delete(name);
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) };
  try {
    await execute(program, [`--dbname=${address}`, ...args], { env, maxBuffer: 16 * 1024 * 1024 });
  } catch (error) {
    const { code, stderr = "", message } = error as { code?: string | number; stderr?: string; message: string };
    if (code === "ENOENT") throw notInstalled(program);
    throw new CommandError(firstLine(stderr) || message);
  }
}

const notInstalled = (program: string) =>
  new CommandError(`${program} was not found: install PostgreSQL's client programs on this machine.`);

const firstLine = (output: string) => output.trim().split("\n")[0];

const COPY = /^COPY .+ FROM stdin;$/;
/** Commands of `psql`, and a setting that servers before version 17 do not know. */
const LEFT_OUT = /^(\\|SET transaction_timeout\b)/;
/** The line after the last row of a COPY. */
const LAST_LINE = "\\.";
const NEWLINE = 0x0a;
const BATCH_BYTES = 65_536;

/** Runs a script of PostgreSQL's programs on a connection: statements, and rows between `COPY … FROM stdin;` and `\.`. */
async function runScript(client: pg.ClientBase, script: AsyncIterable<Buffer>): Promise<void> {
  const lines = linesIn(script);
  let statements = "";
  for await (const bytes of lines) {
    const line = bytes.toString();
    if (COPY.test(line)) {
      await client.query(statements);
      statements = "";
      await copyIn(client, line, rowsOf(lines));
    } else if (!LEFT_OUT.test(line)) {
      statements += `${line}\n`;
    }
  }
  await client.query(statements);
}

/** The lines of a script. Node's `readline` would also split at U+2028. */
async function* linesIn(script: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let pending: Buffer[] = [];
  for await (const chunk of script) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const rest = chunk.subarray(from, end);
      yield pending.length > 0 ? Buffer.concat([...pending, rest]) : rest;
      pending = [];
      from = end + 1;
    }
    if (from < chunk.length) pending.push(chunk.subarray(from));
  }
  if (pending.length > 0) yield Buffer.concat(pending);
}

/** The rows up to the end of a COPY, in batches. Throws CommandError if the script ends before. */
async function* rowsOf(lines: AsyncGenerator<Buffer, undefined>): AsyncGenerator<Buffer> {
  const end = Buffer.from(LAST_LINE);
  const newline = Buffer.of(NEWLINE);
  let batch: Buffer[] = [];
  let size = 0;
  for (let line = await lines.next(); !line.value?.equals(end); line = await lines.next()) {
    if (line.done) throw new CommandError("The copy of the database is incomplete: it ends in the middle of a table.");
    batch.push(line.value, newline);
    size += line.value.length + 1;
    if (size < BATCH_BYTES) continue;
    yield Buffer.concat(batch);
    [batch, size] = [[], 0];
  }
  yield Buffer.concat(batch);
}

/** The driver's methods for COPY, which its types omit. */
type CopyConnection = {
  stream: Duplex;
  sendCopyFromChunk: (chunk: Buffer) => void;
  endCopyFrom: () => void;
  sendCopyFail: (message: string) => void;
};

async function copyIn(client: pg.ClientBase, statement: string, rows: AsyncIterable<Buffer>): Promise<void> {
  const { default: driver } = await import("pg");
  let failure: Error | undefined;
  await new Promise<void>((resolve, reject) => {
    const query = new driver.Query(statement, (error) => (error ? reject(failure ?? error) : resolve()));
    const handleCopyInResponse = async (connection: CopyConnection) => {
      try {
        for await (const chunk of rows) {
          connection.sendCopyFromChunk(chunk);
          if (connection.stream.writableNeedDrain) await once(connection.stream, "drain");
        }
        connection.endCopyFrom();
      } catch (error) {
        failure = error as Error;
        connection.sendCopyFail(failure.message);
      }
    };
    client.query(Object.assign(query, { handleCopyInResponse }));
  });
}

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

/**
 * Reads one state of the database for as long as it takes, without holding up those who write. On SQLite that is a copy in a
 * new file at `scratch`, which is removed afterwards.
 */
export async function readSnapshot<T>(
  settings: DatabaseSettings,
  scratch: string,
  read: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  if (settings.engine === "postgres")
    return withDatabase(settings.url, ({ db }) =>
      db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read),
    );
  await removeSqlite(scratch);
  try {
    return await dumpSqlite(settings.path, scratch, read);
  } finally {
    await removeSqlite(scratch);
  }
}

/** Whether a restored database would replace an existing one. */
export async function isOccupied(settings: DatabaseSettings): Promise<boolean> {
  return settings.engine === "sqlite" ? isSqliteOccupied(settings.path) : isPostgresOccupied(settings.url);
}

/** Removes everything from a database of PostgreSQL. Throws CommandError if it is in use, or another engine's. */
export async function clearDatabase(settings: DatabaseSettings): Promise<void> {
  if (settings.engine !== "postgres") throw new CommandError("Only a database of PostgreSQL is cleared.");
  await withOneConnection(settings.url, async (db) => {
    await rejectInUse(db);
    await db.transaction().execute(dropRelations);
  });
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
