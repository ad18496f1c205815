import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  replaceWithNoncontingentExpression,
  sql,
} from "kysely";
import type pg from "pg";
import { RetryingKysely } from "./failures.ts";
import { type ObserveStatement, observed } from "./observed-statements.ts";
import type { Database } from "./open.ts";
import { ReplicaDriver } from "./replica.ts";
import { type ChangeRecord, type ContentChange, createChangeRecord, EVERYTHING, type ScopeList } from "./scopes.ts";
import type { Tables } from "./tables.ts";

const POOL_SIZE = 10;
/** No query may hold a request longer than this, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 8_000;
const CONNECT_TIMEOUT_MS = 4_000;
/** How long to wait for a replica: the primary can respond as well. */
const REPLICA_CONNECT_TIMEOUT_MS = 1_000;
const REPLICA_TIMEOUT_MS = 2_500;
const RECONNECT_DELAY_MS = 1_000;
const WATCH_INTERVAL = 15_000;
/** The driver's message when `query_timeout` has passed. */
const SILENCE = "Query read timeout";
const CHANNEL = "jarida_content";
const INT8 = 20;
/** `in ()` is an error on PostgreSQL alone: nothing is in an empty list, on either engine. */
const plugins = [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })];

type Settings = {
  watchInterval?: number;
  readUrl?: string | undefined;
  observe?: ObserveStatement | undefined;
};

/**
 * Opens a pool on PostgreSQL 15 or later, and a listener for other processes' changes, which is checked every
 * `watchInterval` milliseconds. Reads for readers use the streaming replica at `readUrl`, if there is one.
 */
export async function openPostgres(
  url: string,
  { watchInterval = WATCH_INTERVAL, readUrl, observe }: Settings = {},
): Promise<Database> {
  const driver = await loadDriver();
  const connect = { connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
  const limits = { statement_timeout: STATEMENT_TIMEOUT_MS, query_timeout: STATEMENT_TIMEOUT_MS + 500 };
  const newClient = () => new driver.Client({ ...connect, ...limits, keepAlive: true });
  const watch = watchContent(newClient, watchInterval);
  const pool = new driver.Pool({ ...connect, ...limits, max: POOL_SIZE });
  const replica =
    readUrl === undefined
      ? undefined
      : new driver.Pool({
          connectionString: readUrl,
          connectionTimeoutMillis: REPLICA_CONNECT_TIMEOUT_MS,
          statement_timeout: STATEMENT_TIMEOUT_MS,
          query_timeout: REPLICA_TIMEOUT_MS,
          keepAlive: true,
          max: POOL_SIZE,
        });
  const db = kyselyOf(pool, { replica: replica && { pool: replica, knownVersion: watch.record.version }, observe });
  const database: Database = {
    engine: "postgres",
    // While one waits for the database, others can continue; a few slow searches must not block them.
    maxConcurrentReads: 8,
    db,
    hasReplica: replica !== undefined,
    contentVersion: watch.record.version,
    changedSince: watch.record.changedSince,
    contentChanged: watch.record.add,
    contentReached: watch.record.reached,
    async maintenance(work) {
      const settings = { ...connect, connectionString: withoutTimeouts(url) };
      const unlimited = kyselyOf(new driver.Pool({ ...settings, max: POOL_SIZE, keepAlive: true }));
      try {
        return await work({ ...database, db: unlimited });
      } finally {
        await unlimited.destroy();
      }
    },
    async close() {
      await watch.close();
      await db.destroy();
    },
  };
  return database;
}

/** Loads the driver on demand: a publication on SQLite never needs it. */
async function loadDriver() {
  const { default: driver } = await import("pg");
  // Counts and epoch milliseconds are returned as bigint; both fit a JavaScript number.
  driver.types.setTypeParser(INT8, Number);
  return driver;
}

/**
 * Runs `work` on a single connection without time limits. `client` returns the driver's client of that connection, for
 * what Kysely does not support.
 */
export async function withOneConnection<T>(
  url: string,
  work: (db: Kysely<Tables>, client: () => pg.PoolClient) => Promise<T>,
): Promise<T> {
  const driver = await loadDriver();
  const settings = { connectionString: withoutTimeouts(url), connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
  const pool = new driver.Pool({ ...settings, max: 1, keepAlive: true });
  let client: pg.PoolClient | undefined;
  pool.on("error", () => undefined);
  pool.on("connect", (connected) => {
    client = connected;
    connected.on("error", () => undefined);
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins });
  try {
    return await work(db, () => {
      if (!client) throw new Error("There is no connection before the first statement.");
      return client;
    });
  } finally {
    await db.destroy();
  }
}

/** Timeouts in the connection URL are meant for requests. */
function withoutTimeouts(url: string): string {
  const address = new URL(url);
  for (const name of ["query_timeout", "statement_timeout"]) address.searchParams.delete(name);
  return address.href;
}

type ReplicaPool = { pool: pg.Pool; knownVersion: () => number };

function kyselyOf(
  pool: pg.Pool,
  { replica, observe }: { replica?: ReplicaPool | undefined; observe?: ObserveStatement | undefined } = {},
): Kysely<Tables> {
  watchConnections(pool);
  if (replica) watchConnections(replica.pool);
  return new RetryingKysely({ dialect: observed(new QuietRollbackDialect({ pool }, replica), observe), plugins });
}

function watchConnections(pool: pg.Pool): void {
  // The pool replaces a connection that breaks; without a listener the error would end the process. The pool itself
  // listens to idle ones only.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    giveUpWhenSilent(client);
  });
}

/**
 * A failed rollback can be ignored: its connection is gone or discarded (Kysely's driver sees to that), which rolls
 * back as well. Thrown, its error would hide the one that made the transaction fail.
 */
class QuietRollbackDriver extends PostgresDriver {
  override async rollbackTransaction(connection: Parameters<PostgresDriver["rollbackTransaction"]>[0]): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined);
  }
}

class QuietRollbackDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #replica: ReplicaPool | undefined;
  constructor(config: PostgresDialectConfig, replica: ReplicaPool | undefined) {
    super(config);
    this.#config = config;
    this.#replica = replica;
  }
  override createDriver(): PostgresDriver {
    const primary = new QuietRollbackDriver(this.#config);
    if (!this.#replica) return primary;
    const { pool, knownVersion } = this.#replica;
    return new ReplicaDriver(this.#config, { primary, replica: new QuietRollbackDriver({ pool }), knownVersion });
  }
}

/**
 * Closes a connection on which a response timed out, even though the server cancels long statements: anything sent on
 * it next, above all the rollback, would wait as long again.
 */
function giveUpWhenSilent(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
  const query = (...asked: unknown[]) => {
    const result = ask(...asked);
    result.catch((error: Error) => {
      if (error.message === SILENCE) void client.end();
    });
    return result;
  };
  Object.assign(client, { query });
}

/**
 * Follows content changes by LISTEN. While the connection is down the last known state is used, so that cached pages
 * are still served; on each new connection the changes are reread, as notifications may have been missed. They are also
 * reread every `interval`: otherwise a dead connection could go unnoticed for hours.
 */
function watchContent(newClient: () => pg.Client, interval: number) {
  const record = createChangeRecord();
  let current: { client: pg.Client; isBusy: boolean; giveUp: () => void } | undefined;
  let reconnecting: NodeJS.Timeout | undefined;
  let closed = false;

  const connect = async () => {
    const client = newClient();
    const giveUp = () => {
      // Its error, its end and a failed query arrive one after another; only the first counts.
      if (current?.client !== client) return;
      current = undefined;
      discard(client);
      if (!closed) reconnecting = setTimeout(connect, RECONNECT_DELAY_MS);
    };
    const connection = { client, isBusy: true, giveUp };
    current = connection;
    client.on("error", giveUp);
    client.on("end", giveUp);
    client.on("notification", ({ payload = "" }) => record.add(changeIn(payload)));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      await catchUp(client, record);
      connection.isBusy = false;
    } catch {
      giveUp();
    }
  };
  const check = setInterval(() => {
    const checked = current;
    if (!checked || checked.isBusy) return;
    checked.isBusy = true;
    const onResponse = () => {
      checked.isBusy = false;
    };
    catchUp(checked.client, record).then(onResponse, checked.giveUp);
  }, interval);
  check.unref();
  const started = connect();
  return {
    record,
    async close() {
      closed = true;
      clearTimeout(reconnecting);
      clearInterval(check);
      await started;
      const last = current;
      current = undefined;
      if (last) discard(last.client);
    },
  };
}

/** Closes a connection whose results are no longer needed, whatever state it is in. */
function discard(client: pg.Client): void {
  client.removeAllListeners();
  client.on("error", () => undefined);
  client.end().catch(() => undefined);
}

/** On the listening connection: waiting for one from the pool may take long. */
async function catchUp(client: pg.Client, record: ChangeRecord): Promise<void> {
  const table = await client.query<{ found: string | null }>("select to_regclass('content_change') as found");
  if (!table.rows[0]?.found) return;
  // The version first: then the scopes of a change in between are known.
  const state = await client.query<{ value: number }>("select value from site_state where key = 'content_version'");
  const { rows } = await client.query<ContentChange>(
    "select version, scopes from content_change where version > $1 order by version",
    [record.version()],
  );
  record.catchUp(state.rows[0]?.value ?? 0, rows);
}

/** Notifies all processes of a change, when the surrounding transaction commits. */
export async function notifyOfChange(db: Kysely<Tables>, { version, scopes }: ContentChange): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${`${version} ${scopes}`})`.execute(db);
}

/** An older program sends only the version: then everything may have changed. */
function changeIn(payload: string): ContentChange {
  const [version, ...scopes] = payload.split(" ");
  return { version: Number(version), scopes: (scopes.join(" ") || EVERYTHING) as ScopeList };
}
