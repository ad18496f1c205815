import { Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import type { Database } from "./open.ts";
import type { Tables } from "./tables.ts";

const POOL_SIZE = 10;
/** No query may hold a request longer than this, in milliseconds. */
const STATEMENT_TIMEOUT = 8_000;
const CONNECT_TIMEOUT = 4_000;
const RECONNECT_DELAY = 1_000;
/** What the driver calls it when nothing came within `query_timeout`. */
const SILENCE = "Query read timeout";
const CHANNEL = "jarida_content";
const INT8 = 20;

/** Opens a pool on PostgreSQL 15 or later, and a listener for other processes' changes. */
export async function openPostgres(url: string): Promise<Database> {
  // Loaded here, as a publication on SQLite never needs it.
  const { default: driver } = await import("pg");
  // Counts and epoch milliseconds come as bigint; both fit a JavaScript number.
  driver.types.setTypeParser(INT8, Number);
  const pool = new driver.Pool({
    connectionString: url,
    max: POOL_SIZE,
    statement_timeout: STATEMENT_TIMEOUT,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: STATEMENT_TIMEOUT + 500,
  });
  // A connection that breaks is replaced by the pool; without a listener the error would end the process. The pool
  // itself listens to idle ones only.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    giveUpWhenSilent(client);
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const newClient = () =>
    new driver.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT, keepAlive: true });
  const watch = watchContentVersion(newClient, db);
  return {
    engine: "postgres",
    db,
    contentVersion: watch.read,
    contentRaised: watch.raised,
    async close() {
      await watch.close();
      await db.destroy();
    },
  };
}

/**
 * Ends a connection on which an answer did not come in time, though the server cuts what takes long: whatever it is
 * asked next, the rollback above all, would wait as long once more.
 */
function giveUpWhenSilent(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
  const query = (...asked: unknown[]) => {
    const answer = ask(...asked);
    answer.catch((error: Error) => {
      if (error.message === SILENCE) void client.end();
    });
    return answer;
  };
  Object.assign(client, { query });
}

/**
 * Follows the content version by LISTEN. While the connection is away the last version stands, so that cached pages
 * are still served; on each new connection it is read again, as notifications may have been missed.
 */
function watchContentVersion(newClient: () => pg.Client, db: Kysely<Tables>) {
  let version = 0;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const reconnectLater = () => {
    client?.removeAllListeners();
    client?.on("error", () => undefined);
    client = undefined;
    if (!closed) timer = setTimeout(connect, RECONNECT_DELAY);
  };
  const connect = async () => {
    try {
      client = newClient();
      client.on("error", reconnectLater);
      client.on("notification", (message) => {
        version = Math.max(version, Number(message.payload));
      });
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      version = Math.max(version, await storedVersion(db));
    } catch {
      reconnectLater();
    }
  };
  const started = connect();
  return {
    read: () => version,
    raised: (committed: number) => {
      version = Math.max(version, committed);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await started;
      client?.removeListener("error", reconnectLater);
      await client?.end();
    },
  };
}

async function storedVersion(db: Kysely<Tables>): Promise<number> {
  const table = await sql<{ found: string | null }>`select to_regclass('site_state') as found`.execute(db);
  if (!table.rows[0]?.found) return 0;
  const row = await db.selectFrom("site_state").select("value").where("key", "=", "content_version").executeTakeFirst();
  return row?.value ?? 0;
}

/** Tells all processes of a new content version, when the surrounding transaction commits. */
export async function notifyContentVersion(db: Kysely<Tables>, version: number): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${String(version)})`.execute(db);
}
